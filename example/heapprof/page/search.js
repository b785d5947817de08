// --- Search ------------------------------------------------------------------------------------------------
//
// All words must occur in a box's type, name or place, or in the last step to it; @id finds one object. The
// objects of a group have no names in the page, and those of mixed types no type.

const found = {wanted: '', boxes: null, within: null};  // found boxes, and these with all boxes above them
let sought = ' ';

const isFound = box => box instanceof One && found.boxes[box.i] === 1;
const hasFound = box => box instanceof One ? found.within[box.i] === 1
  : found.within[box.parent] === 1 && box.some(i => found.within[i] === 1);

// Sets a bit for each line that contains the word, which has lower-case letters.
function markBlock(text, word, marks, line, bit) {
  for (let at = 0, hit; at < text.length && (hit = text.indexOf(word, at)) >= 0; ++line) {
    let end = text.indexOf('\n', at);
    for (; end < hit; end = text.indexOf('\n', at)) at = end + 1, ++line;
    marks[line] |= bit;
    at = end + 1;
  }
}
// Sets the k-th bit for each line that contains the k-th word.
async function markLines(lines, words, marks, isCurrent) {
  for (let begin = 0, step = 1 << 15; begin < lines.size && isCurrent(); begin += step) {
    const text = lines.some(begin, Math.min(lines.size, begin + step)).toLowerCase();
    words.forEach((word, k) => markBlock(text, word, marks, begin, 1 << k));
    await breathe();
  }
  return marks;
}

function boxesWith(id) {
  const {size, ids, group} = tree, boxes = new Uint8Array(size), number = Number(id);
  for (let i = 1; i < size; ++i) if (ids[i] === number && !group[i] && bareId(i) === id) boxes[i] = 1;
  return boxes;
}
// The boxes with all bits.
function boxesOf(texts, steps, all) {
  const {size, type, name, place, step, group} = tree, boxes = new Uint8Array(size);
  for (let i = 1; i < size; ++i) {
    const last = group[i] || step[i] & 1 ? 0 : steps[step[i] >>> 1];
    if ((texts[type[i]] | texts[name[i]] | texts[place[i]] | last) === all) boxes[i] = 1;
  }
  return boxes;
}
// What is found: its objects and bytes, the 20 boxes that retain most, and the boxes with a found one below.
function sumUp(boxes) {
  const {size, retained, own, group} = tree, {parent} = view, within = new Uint8Array(size), largest = [];
  let objects = 0, bytes = 0;
  for (let i = 1; i < size; ++i) {
    if (!boxes[i]) continue;
    objects += group[i] || 1;
    bytes += own[i];
    for (let at = i; !within[at]; at = parent[at]) within[at] = 1;
    if (largest.length === 20 && retained[i] <= retained[largest[19]]) continue;
    const place = largest.findIndex(other => retained[other] < retained[i]);
    largest.splice(place < 0 ? largest.length : place, 0, i);
    largest.length = Math.min(20, largest.length);
  }
  return {boxes, within, largest, objects, own: bytes};
}

// Finds the boxes. Stops if another search begins.
async function findBoxes(wanted, isCurrent) {
  const {size, texts, steps, ids} = tree, id = wanted.startsWith('@') && wanted.slice(1);
  let boxes;
  if (id === false) {
    const words = wanted.toLowerCase().split(/\s+/).slice(0, 8);
    const marks = [texts, steps].map(lines => markLines(lines, words, new Uint8Array(lines.size), isCurrent));
    boxes = boxesOf(...await Promise.all(marks), 2 ** words.length - 1);
  } else if (ids instanceof Lines) {
    boxes = await markLines(ids, [id.toLowerCase()], new Uint8Array(size), isCurrent);
    for (let i = 0; i < size; ++i) if (boxes[i] && idOf(i) !== wanted) boxes[i] = 0;
  } else boxes = boxesWith(id);
  await breathe();
  return sumUp(boxes);
}

async function search() {
  const wanted = (state.find || '').trim(), isByPath = view === views.paths;
  const asked = `${isByPath} ${wanted}`;
  if (!tree.size || asked === sought) return;
  sought = asked;
  byId('found').textContent = wanted && '…';
  const result = wanted ? await findBoxes(wanted, () => sought === asked) : {largest: []};
  await rest();
  if (sought !== asked) return;
  Object.assign(found, result, {wanted});
  byId('found').textContent = !wanted ? ''
    : `${count(found.objects, 'object')}, ${humanised(found.own)} of their own` + (data.tree.nameless <= 1 ? ''
      : `; the page does not have the names of ${count(data.tree.nameless, 'smaller object')}`);
  byId('matches').replaceChildren(...found.largest.map(i => element('li', {}, element('button',
    {type: 'button', 'data-match': i, onclick: () => show(i)}, `${short(titleOf(i))} ${idOf(i)}`),
  ' ', element('span', {class: 'faint'}, humanised(tree.retained[i])))));
  drawFound();
}

byId('search').addEventListener('input', event => set({find: event.target.value}));
document.addEventListener('keydown', event => {
  if (event.key !== '/' || document.activeElement === byId('search')) return;
  byId('search').focus();
  event.preventDefault();
});
