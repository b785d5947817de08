// --- Search ------------------------------------------------------------------------------------------------
//
// All words must be in a box's type or name; @id is that of one object.

const found = {wanted: '', boxes: null, within: null};  // which boxes, and how many each has in it
let sought = '';

const isFound = box => box instanceof One && found.boxes[box.i] === 1;
const hasFound = box => box instanceof One ? found.within[box.i] > 0 : box.some(i => found.within[i] > 0);

// Marks with a bit those lines for which a test holds.
async function markLines(lines, marks, bit, test, isCurrent) {
  for (let begin = 0; begin < lines.size && isCurrent(); begin += 4096) {
    lines.some(begin, Math.min(lines.size, begin + 4096)).forEach((line, i) => {
      if (test(line)) marks[begin + i] |= bit;
    });
    await breathe();
  }
}

// Finds the boxes, and of those the 20 that retain most. Undefined if another search began meanwhile.
async function findBoxes(wanted, isCurrent) {
  const {size} = tree, boxes = new Uint8Array(size);
  if (wanted.startsWith('@')) await markLines(tree.ids, boxes, 1, id => '@' + id === wanted, isCurrent);
  else {
    const words = wanted.toLowerCase().split(/\s+/).slice(0, 8), all = 2 ** words.length - 1;
    const texts = new Uint8Array(tree.texts.size);
    const marks = words.map((word, place) => markLines(tree.texts, texts, 1 << place,
      text => text.toLowerCase().includes(word), isCurrent));
    await Promise.all(marks);
    for (let i = 1; i < size; ++i) boxes[i] = (texts[tree.type[i]] | texts[tree.name[i]]) === all ? 1 : 0;
  }
  if (!isCurrent()) return;
  boxes[0] = 0;
  await breathe();
  const within = new Uint32Array(size), largest = [];
  let objects = 0, own = 0;
  for (let i = size; --i > 0;) {
    if (boxes[i]) {
      ++within[i];
      objects += tree.group[i] || 1;
      own += tree.own[i];
      if (largest.length < 20 || tree.retained[i] >= tree.retained[largest[19]]) {
        const place = largest.findIndex(other => tree.retained[other] <= tree.retained[i]);
        largest.splice(place < 0 ? largest.length : place, 0, i);
        largest.length = Math.min(20, largest.length);
      }
    }
    within[tree.parent[i]] += within[i];
  }
  return {boxes, within, largest, objects, own};
}

async function search() {
  const wanted = (state.find || '').trim();
  if (!tree.size || wanted === sought) return;
  sought = wanted;
  byId('found').textContent = wanted && '…';
  const result = wanted ? await findBoxes(wanted, () => sought === wanted) : {largest: []};
  if (sought !== wanted) return;
  Object.assign(found, result, {wanted});
  byId('found').textContent = !wanted ? ''
    : `${count(found.objects, 'object')}, ${humanised(found.own)} of their own`;
  byId('matches').replaceChildren(...found.largest.map(i => element('li', {}, element('button',
    {type: 'button', 'data-match': i, onclick: () => show(i)}, `${short(nameOf(i))} ${idOf(i)}`),
  ' ', element('span', {class: 'faint'}, humanised(tree.retained[i])))));
  drawTree();
}

byId('search').addEventListener('input', event => set({find: event.target.value}));
document.addEventListener('keydown', event => {
  if (event.key !== '/' || document.activeElement === byId('search')) return;
  byId('search').focus();
  event.preventDefault();
});
