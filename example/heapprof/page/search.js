// --- Search ------------------------------------------------------------------------------------------------
//
// All words must occur in a box's type, name or place, or in the last step to it; @id finds one object. The
// objects of a group have no names in the page, and those of mixed types no type.

const found = {wanted: '', boxes: null, within: null};  // found boxes, and their number within each box
let sought = ' ';

const isFound = box => box instanceof One && found.boxes[box.i] === 1;
const hasFound = box => box instanceof One ? found.within[box.i] > 0 : box.some(i => found.within[i] > 0);

// Sets a bit for each line that passes a test.
async function markLines(lines, marks, bit, test, isCurrent) {
  for (let begin = 0; begin < lines.size && isCurrent(); begin += 4096) {
    lines.some(begin, Math.min(lines.size, begin + 4096)).forEach((line, i) => {
      if (test(line)) marks[begin + i] |= bit;
    });
    await breathe();
  }
}

// Finds the boxes, and the 20 of them that retain most. Stops if another search begins.
async function findBoxes(wanted, isCurrent) {
  const {size} = tree, boxes = new Uint8Array(size);
  if (wanted.startsWith('@') && !(tree.ids instanceof Lines)) {
    const number = Number(wanted.slice(1)), {ids, group} = tree;
    for (let i = 1; i < size; ++i) boxes[i] = ids[i] === number && !group[i] && idOf(i) === wanted ? 1 : 0;
  } else if (wanted.startsWith('@')) await markLines(tree.ids, boxes, 1, id => '@' + id === wanted, isCurrent);
  else {
    const words = wanted.toLowerCase().split(/\s+/).slice(0, 8), all = 2 ** words.length - 1;
    const texts = new Uint8Array(tree.texts.size), steps = new Uint8Array(tree.steps.size);
    const marks = words.flatMap((word, place) => [[tree.texts, texts], [tree.steps, steps]].map(([lines, found]) =>
      markLines(lines, found, 1 << place, text => text.toLowerCase().includes(word), isCurrent)));
    await Promise.all(marks);
    const {place} = tree;
    for (let i = 1; i < size; ++i) {
      const step = tree.group[i] || tree.step[i] & 1 ? 0 : steps[tree.step[i] >>> 1];
      boxes[i] = (texts[tree.type[i]] | texts[tree.name[i]] | texts[place[i] || 0] | step) === all ? 1 : 0;
    }
  }
  boxes[0] = 0;
  const within = new Uint32Array(size), largest = [], {retained} = tree, {parent, order} = view, slice = 1 << 17;
  let objects = 0, own = 0;
  for (let begin = 0; begin < size && isCurrent(); begin += slice) {
    await breathe();
    for (let i = begin; i < Math.min(size, begin + slice); ++i) {
      if (!boxes[i]) continue;
      objects += tree.group[i] || 1;
      own += tree.own[i];
      if (largest.length === 20 && retained[i] <= retained[largest[19]]) continue;
      const place = largest.findIndex(other => retained[other] < retained[i]);
      largest.splice(place < 0 ? largest.length : place, 0, i);
      largest.length = Math.min(20, largest.length);
    }
  }
  for (let end = size; end > 0 && isCurrent(); end -= slice) {
    await breathe();
    for (let at = end; --at >= Math.max(1, end - slice);) {
      const i = order ? order[at] : at;
      within[parent[i]] += within[i] += boxes[i];
    }
  }
  return {boxes, within, largest, objects, own};
}

async function search() {
  const wanted = (state.find || '').trim();
  const asked = `${state.tree || ''} ${wanted}`;
  if (!tree.size || asked === sought) return;
  sought = asked;
  byId('found').textContent = wanted && '…';
  const result = wanted ? await findBoxes(wanted, () => sought === asked) : {largest: []};
  await rest();
  if (sought !== asked) return;
  Object.assign(found, result, {wanted});
  const groups = d3.sum(tree.group, (group, i) => group && tree.objects[i]);  // 1: the runtime itself
  byId('found').textContent = !wanted ? ''
    : `${count(found.objects, 'object')}, ${humanised(found.own)} of their own` + (groups <= 1 ? ''
      : `; the page does not have the names of ${count(groups, 'smaller object')}`);
  byId('matches').replaceChildren(...found.largest.map(i => element('li', {}, element('button',
    {type: 'button', 'data-match': i, onclick: () => show(i)}, `${short(titleOf(i))} ${idOf(i)}`),
  ' ', element('span', {class: 'faint'}, humanised(tree.retained[i])))));
  drawTree();
}

byId('search').addEventListener('input', event => set({find: event.target.value}));
document.addEventListener('keydown', event => {
  if (event.key !== '/' || document.activeElement === byId('search')) return;
  byId('search').focus();
  event.preventDefault();
});
