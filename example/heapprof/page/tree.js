// --- The tree ----------------------------------------------------------------------------------------------
//
// The boxes in the file, by number. 0 is the heap. The boxes that a box dominates are adjacent and come after
// it, largest retained size first. All data are in typed arrays; texts are bytes until they are shown.

const tree = {size: 0};

// Long work is done in slices, so that the page stays responsive. A message comes back sooner than a timer.
let sliceEnds = 0;
const turn = new MessageChannel();
turn.port2.start();
async function rest() {
  await new Promise(resume => {
    turn.port2.addEventListener('message', resume, {once: true});
    turn.port1.postMessage(0);
  });
  sliceEnds = performance.now() + 24;
}
async function breathe() {
  if (performance.now() >= sliceEnds) await rest();
}

// The bytes of the text of packed.hpp.
function bytesOf(text) {
  const bytes = new Uint8Array(text.length), marked = [0, 13, 60, 1];
  let size = 0, buffer = 0, bits = 0;
  for (let at = 0; at < text.length; ++at) {
    const digit = text.charCodeAt(at);
    buffer = buffer << 7 | digit;
    bits += 7;
    if (digit === 1) {
      const next = text.charCodeAt(++at);
      buffer = (buffer ^ 1 ^ marked[next >> 4 & 3]) << 4 | next & 15;
      bits += 4;
    }
    if (bits >= 16) bytes[size++] = buffer >> (bits -= 8);
    if (bits >= 8) bytes[size++] = buffer >> (bits -= 8);
  }
  return bytes.subarray(0, size);
}

async function inflated(packed, size) {
  const {writable, readable} = new DecompressionStream('deflate'), step = 1 << 16;
  const writer = writable.getWriter(), reader = readable.getReader(), bytes = new Uint8Array(size);
  const write = async () => {
    for (let at = 0; at < packed.length; at += step) await writer.write(packed.subarray(at, at + step));
    await writer.close();
  };
  const read = async () => {
    for (let at = 0, part; !(part = await reader.read()).done; at += part.value.length) {
      bytes.set(part.value, at);
      await breathe();
    }
  };
  await Promise.all([read(), write()]);
  return bytes;
}

// Lines of text, stored as bytes and decoded on demand.
class Lines {
  #bytes;
  #starts;
  static #decoder = new TextDecoder();
  constructor(bytes) {
    let size = 0, line = 0;
    for (let at = 0; at < bytes.length; ++at) if (bytes[at] === 10) ++size;
    const starts = new Uint32Array(size + 1);
    for (let at = 0; at < bytes.length; ++at) if (bytes[at] === 10) starts[++line] = at + 1;
    this.#bytes = bytes;
    this.#starts = starts;
  }
  get size() { return this.#starts.length - 1; }
  at(i) { return Lines.#decoder.decode(this.#bytes.subarray(this.#starts[i], this.#starts[i + 1] - 1)); }
  // The lines from `begin` to `end`, with ends.
  some(begin, end) { return Lines.#decoder.decode(this.#bytes.subarray(this.#starts[begin], this.#starts[end])); }
  // The position of the end of each of these lines in their text, perhaps in lower case.
  ends(begin, end, text) {
    const ends = new Uint32Array(end - begin), starts = this.#starts, isAscii = text.length === starts[end] - starts[begin];
    for (let line = 0, at = 0; line < ends.length; ++line, ++at)
      ends[line] = at = isAscii ? starts[begin + line + 1] - starts[begin] - 1 : text.indexOf('\n', at);
    return ends;
  }
}

// Loops over all boxes are functions of their own, which a browser compiles well.

// A column of packed.hpp.
function numbersOf(bytes, planes) {
  if (planes === 1) return bytes;
  const size = bytes.length / planes, numbers = new Uint32Array(size), none = new Uint8Array(size);
  const plane = k => k < planes ? bytes.subarray(k * size, (k + 1) * size) : none;
  const [a, b, c, d] = [0, 1, 2, 3].map(plane);
  for (let i = 0; i < size; ++i) numbers[i] = a[i] | b[i] << 8 | c[i] << 16 | d[i] << 24;
  if (planes <= 4) return numbers;
  const wide = new Float64Array(numbers), high = numbersOf(bytes.subarray(4 * size), planes - 4);
  for (let i = 0; i < size; ++i) wide[i] += high[i] * 2 ** 32;
  return wide;
}
// The first box below each box, and the box above each.
function linked(below) {
  const first = new Uint32Array(below.length + 1), parent = new Uint32Array(below.length);
  first[0] = 1;
  for (let i = 0, child = 1; i < below.length; ++i) {
    for (first[i + 1] = child + below[i]; child < first[i + 1]; ++child) parent[child] = i;
  }
  return {first, parent};
}
// The sum of the numbers of each box and of all boxes below.
function summed(numbers, parent) {
  const sums = new Float64Array(numbers);
  for (let i = sums.length; --i > 0;) sums[parent[i]] += sums[i];
  return sums;
}
// See name_steps().
function namesOf(steps) {
  const names = new Uint32Array(steps.length);
  for (let i = 0, most = 0; i < steps.length; ++i) {
    const step = steps[i];
    if (step) names[i] = step & 1 ? most + (step + 1) / 2 : most + 1 - step / 2;
    if (names[i] > most) most = names[i];
  }
  return names;
}
// See id_steps().
function idsOf(steps, parent) {
  const ids = new Float64Array(steps.length);
  for (let i = 0; i < steps.length; ++i) {
    const from = i ? ids[parent[i - 1] === parent[i] ? i - 1 : parent[i]] : 0, half = Math.floor(steps[i] / 2);
    ids[i] = steps[i] === 2 * half ? from + half : from - half - 1;
  }
  return ids;
}

async function unpackTree() {
  const {boxes: size, parts, bytes} = data.tree, found = {};
  const all = await inflated(bytesOf(byId('packed').textContent), bytes);
  let at = 0;
  for (const [part, length, planes] of parts) {
    const isText = ['ids', 'texts', 'steps'].includes(part), end = at + length * (isText ? 1 : planes);
    found[part] = isText ? new Lines(all.subarray(at, end)) : planes ? numbersOf(all.subarray(at, end), planes)
      : new Uint8Array(length);
    at = end;
    await breathe();
  }
  const {first, parent} = linked(found.below);
  await breathe();
  const retained = summed(found.own, parent), objects = summed(found.objects, parent);
  await breathe();
  const name = namesOf(found.name);
  await breathe();
  const ids = found.ids || idsOf(found.id10 || found.id16, parent);
  await breathe();
  const places = new Uint32Array(found.texts.size);  // scratch space by type, for arranged()
  views.dominators = {first, parent, bytes: retained, objects};
  Object.assign(tree, found, {first, parent, retained, objects, name, ids, size, places});
}

const typeOf = i => tree.texts.at(tree.type[i]);
const bareId = i => tree.ids instanceof Lines ? tree.ids.at(i)
  : tree.id16 ? '0x' + tree.ids[i].toString(16) : String(tree.ids[i]);
const idOf = i => i === 0 || tree.group[i] ? '' : '@' + bareId(i);
// The type without its package, and the name.
const nameOf = i => {
  if (i === 0) return 'the heap';
  const type = shortType(typeOf(i));
  if (tree.group[i]) return `${grouped(tree.group[i])} × ${tree.type[i] ? type : 'other objects'}`;
  return `${type} ${tree.texts.at(tree.name[i])}`.trim();
};
// The variable, field or index that leads to it on a shortest path; empty if none has a name.
function fieldOf(i) {
  if (!i || tree.group[i] || !tree.step[i]) return '';
  const step = stepOf(i);
  if (step.startsWith('.')) return step.slice(1);
  if (step.includes('[@') || step.startsWith('@') || (!beforeOf(i) && /^\[\d/.test(step))) return '';
  return step.replace(/^\["((?:[^"\\]|\\.)*)"\]/, (_, text) => text.replace(/\\(.)/g, '$1'));
}
const placeOf = i => tree.texts.at(tree.place[i] || 0);
// "sessions: Map", "onLine: (closure) · shop.js:12"
function titleOf(i) {
  const field = fieldOf(i), own = nameOf(i), file = placeOf(i).replace(/^.*\//, '');
  return (field && !own.endsWith(field) ? `${field}: ${own}` : own) + (file && !own.includes(file) ? ` · ${file}` : '');
}

// Its retained size in the first dump: null if that is not known, 0 for a new object.
const retainedThen = i => {
  const then = tree.then ? tree.then[i] || 0 : 0;
  return then === 0 ? null : then === 1 ? 0 : then === 2 ? tree.retained[i] : then - 3;
};
const growthOf = i => {
  const then = i === 0 && data.dumps.length > 1 ? data.dumps[0].bytes : retainedThen(i);
  return then === null ? null : tree.retained[i] - then;
};

// --- Views -------------------------------------------------------------------------------------------------
//
// Boxes below their dominators, or each below the one before it on a shortest path. A view has the boxes below
// box i in kids, from first[i] to first[i + 1], and the bytes and objects of all boxes below. Without kids, they
// are numbers of boxes. Boxes come after those above them in order; without order, by number.

const views = {};
let view;
const kid = j => view.kids ? view.kids[j] : j;
const belowOf = i => view.first[i + 1] - view.first[i];

async function viewOfPaths() {
  const {size, from, group, own} = tree, parent = new Uint32Array(size), first = new Uint32Array(size + 2);
  const nearest = new Uint32Array(tree.before.length);  // the box on the path, for objects without one
  for (let i = 1; i < size; ++i) {
    let at = beforeOf(i);
    while (at >= size && !nearest[at]) at = beforeOf(at);
    const box = at < size ? at : nearest[at];
    for (at = beforeOf(i); at >= size && !nearest[at]; at = beforeOf(at)) nearest[at] = box;
    parent[i] = group[i] ? tree.parent[i] : box || from[i] || 0;
    ++first[parent[i] + 2];
  }
  await breathe();
  first[1] = 1;
  for (let i = 0; i < size; ++i) first[i + 2] += first[i + 1];
  const kids = new Uint32Array(size), order = new Uint32Array(size);
  for (let i = 1; i < size; ++i) kids[first[parent[i] + 1]++] = i;
  first[0] = 1;
  await breathe();
  for (let at = 0, end = 1; at < end; ++at)
    for (let j = first[order[at]]; j < first[order[at] + 1]; ++j) order[end++] = kids[j];
  await breathe();
  const bytes = new Float64Array(own), objects = new Float64Array(size);
  for (let i = 1; i < size; ++i) objects[i] = group[i] ? tree.objects[i] : 1;
  for (let at = size; --at > 0;) {
    const i = order[at];
    bytes[parent[i]] += bytes[i];
    objects[parent[i]] += objects[i];
  }
  await breathe();
  for (let i = 0; i < size; ++i) {
    if (first[i + 1] - first[i] > 1) kids.subarray(first[i], first[i + 1]).sort((a, b) => bytes[b] - bytes[a]);
    if (i % 4096 === 0) await breathe();
  }
  return {first, kids, parent, order, bytes, objects};
}

// The path before a path, see paths_before(); the box, if it is less than the number of boxes.
const beforeOf = way => tree.before[way] ? tree.before[way] - 1 : tree.parent[way];
// The last step of a path (see selector_paths.hpp).
function stepOf(way) {
  const step = tree.step[way];
  if (!step) return idStep(way);
  return step & 1 ? `[${step >>> 1}]` : tree.steps.at(step >>> 1);
}
function idStep(i) {
  const id = bareId(i);
  return /^[\w$]+$/.test(id) ? `[@${id}]` : `[@"${id.replace(/["\\]/g, '\\$&')}"]`;
}
// A shortest path to a box, as a selector. A path of more than a thousand steps begins at a box on the way:
// `after` is the number of steps before it.
function wayOf(i) {
  const chain = [i];
  while (beforeOf(chain.at(-1)) && chain.length < 1000) chain.push(beforeOf(chain.at(-1)));
  let begin = '', after = 0;
  if (beforeOf(chain.at(-1))) {
    while (chain.at(-1) >= tree.size) chain.pop();
    for (let at = chain.at(-1); at; at = beforeOf(at)) ++after;
    begin = idStep(chain.pop());
  }
  return {path: begin + chain.reverse().map(stepOf).join(''), after};
}
const pathOf = i => wayOf(i).path;
