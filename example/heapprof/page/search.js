// --- Search ------------------------------------------------------------------------------------------------
//
// All words must occur in a box's type, name or place, or in the last step to it; @id finds one object. The
// objects of a group have no names in the page, and those of mixed types no type.

const found = {wanted: '', boxes: null, within: null};  // found boxes, and these with all boxes above them
let sought = ' ';

const isFound = box => box instanceof One && found.boxes[box.i] === 1;
const hasFound = box => box instanceof One ? found.within[box.i] === 1
  : found.within[box.parent] === 1 && box.some(i => found.within[i] === 1);

// Sets the k-th bit for each line that contains the k-th word, which has lower-case letters.
async function markLines(lines, words, marks, isCurrent) {
  for (let begin = 0, step = 1 << 15; begin < lines.size && isCurrent(); begin += step) {
    const end = Math.min(lines.size, begin + step), text = lines.some(begin, end).toLowerCase();
    const ends = lines.ends(begin, end, text);
    words.forEach((word, k) => markBlock(text, word, ends, marks.subarray(begin, end), 1 << k));
    await breathe();
  }
  return marks;
}
// The same for one word and some lines, with their ends in the text.
function markBlock(text, word, ends, marks, bit) {
  for (let line = 0, at = 0, hit; at < text.length && (hit = text.indexOf(word, at)) >= 0; at = ends[line] + 1) {
    while (ends[line] < hit) ++line;
    marks[line] |= bit;
  }
}

// The next functions find boxes from `begin` to `end`, write their numbers to `hits`, and return how many.

function hitsOfId(id, hits, begin, end) {
  const {ids, group} = tree, number = Number(id);
  let size = 0;
  for (let i = begin; i < end; ++i) if (ids[i] === number && !group[i] && bareId(i) === id) hits[size++] = i;
  return size;
}
// The boxes with all bits.
function hitsOfBits(texts, steps, all, hits, begin, end) {
  const {type, name, place, step, group} = tree;
  let size = 0;
  for (let i = begin; i < end; ++i) {
    const last = group[i] || step[i] & 1 ? 0 : steps[step[i] >>> 1];
    if ((texts[type[i]] | texts[name[i]] | texts[place[i]] | last) === all) hits[size++] = i;
  }
  return size;
}
// Adds hits to what is found: the objects and bytes, the 20 boxes that retain most, and the boxes above.
function addHits(result, hits) {
  const {retained, own, group} = tree, {parent} = view, {boxes, within, largest} = result;
  let {objects, own: bytes} = result;
  for (const i of hits) {
    boxes[i] = 1;
    objects += group[i] || 1;
    bytes += own[i];
    for (let at = i; !within[at]; at = parent[at]) within[at] = 1;
    if (largest.length === 20 && retained[i] <= retained[largest[19]]) continue;
    const place = largest.findIndex(other => retained[other] < retained[i]);
    largest.splice(place < 0 ? largest.length : place, 0, i);
    largest.length = Math.min(20, largest.length);
  }
  Object.assign(result, {objects, own: bytes});
}

// The function for a search.
async function finder(wanted, isCurrent) {
  const {size, texts, steps, ids} = tree, id = wanted.startsWith('@') && wanted.slice(1);
  if (id === false) {
    const words = wanted.toLowerCase().split(/\s+/).slice(0, 8);
    const marks = [texts, steps].map(lines => markLines(lines, words, new Uint8Array(lines.size), isCurrent));
    return hitsOfBits.bind(null, ...await Promise.all(marks), 2 ** words.length - 1);
  }
  if (!(ids instanceof Lines)) return hitsOfId.bind(null, id);
  const alike = await markLines(ids, [id.toLowerCase()], new Uint8Array(size), isCurrent);
  const it = alike.findIndex((each, i) => each && idOf(i) === wanted);
  return (hits, begin, end) => it >= begin && it < end ? (hits[0] = it, 1) : 0;
}

function drawMatches(more) {
  byId('found').textContent = found.wanted === '' ? ''
    : `${count(found.objects, 'object')}, ${humanised(found.own)} of their own` + (data.tree.nameless <= 1 ? ''
      : `; the page does not have the names of ${count(data.tree.nameless, 'smaller object')}`) + more;
  byId('matches').replaceChildren(...found.largest.map(i => element('li', {}, element('button',
    {type: 'button', 'data-match': i, onclick: () => show(i)}, `${short(titleOf(i))} ${idOf(i)}`),
  ' ', element('span', {class: 'faint'}, humanised(tree.retained[i])))));
  drawFound();
}

// Searches in slices, and shows what is found so far, with '…'. Stops if another search begins.
async function search() {
  const wanted = (state.find || '').trim(), isByPath = view === views.paths;
  const asked = `${isByPath} ${wanted}`, isCurrent = () => sought === asked, {size} = tree;
  if (!size || isCurrent()) return;
  sought = asked;
  byId('found').textContent = wanted && '…';
  const result = {wanted, boxes: new Uint8Array(size), within: new Uint8Array(size), largest: [], objects: 0, own: 0};
  let next = performance.now() + 30;
  await rest();
  const step = 1 << 15, hits = new Uint32Array(step), find = wanted && await finder(wanted, isCurrent);
  for (let begin = 1; find && begin < size && isCurrent(); begin += step) {
    const end = Math.min(size, begin + step);
    addHits(result, hits.subarray(0, find(hits, begin, end)));
    if (performance.now() >= next && end < size) {
      Object.assign(found, result);
      drawMatches(' …');
      next = performance.now() + 200;
    }
    await breathe();
  }
  if (!isCurrent()) return;
  Object.assign(found, result);
  drawMatches('');
}

byId('search').addEventListener('input', event => set({find: event.target.value}));
document.addEventListener('keydown', event => {
  if (event.key !== '/' || document.activeElement === byId('search')) return;
  byId('search').focus();
  event.preventDefault();
});
