// --- The tree ----------------------------------------------------------------------------------------------
//
// The boxes in the file, by number. 0 is the heap. The boxes that a box dominates are adjacent and come after
// it, largest retained size first. All data are in typed arrays; texts are bytes until they are shown.

const tree = {size: 0};

// Long work is done in slices, so that the page stays responsive.
let sliceEnds = 0;
async function rest() {
  await new Promise(resume => setTimeout(resume));
  sliceEnds = performance.now() + 24;
}
async function breathe() {
  if (performance.now() >= sliceEnds) await rest();
}

// The bytes of characters of seven bits each.
function sevenBits(text, begin, end) {
  const bytes = new Uint8Array(Math.floor((end - begin) * 7 / 8));
  for (let at = begin, out = 0, buffer = 0, bits = 0; at < end; ++at) {
    buffer = (buffer << 7 | text.charCodeAt(at) & 127) & 0x3fff;
    bits += 7;
    if (bits >= 8) bytes[out++] = buffer >> (bits -= 8);
  }
  return bytes;
}

// Unpacks the data of packed.hpp.
async function unpacked(text, size) {
  const inflating = new DecompressionStream('deflate');
  const writer = inflating.writable.getWriter(), reader = inflating.readable.getReader();
  const write = async () => {
    for (let at = 0; at < text.length; at += 1 << 18) {
      await writer.write(sevenBits(text, at, Math.min(text.length, at + (1 << 18))));
      await breathe();
    }
    await writer.close();
  };
  const read = async () => {
    const bytes = new Uint8Array(size);
    for (let at = 0; ;) {
      const {done, value} = await reader.read();
      if (done) return bytes;
      bytes.set(value, at);
      at += value.length;
      await breathe();
    }
  };
  return (await Promise.all([read(), write()]))[0];
}

// Lines of text, stored as bytes and decoded on demand.
class Lines {
  #bytes;
  #starts;
  static #decoder = new TextDecoder();
  constructor(bytes) {
    let size = 0;
    for (let at = 0; at < bytes.length; ++at) size += bytes[at] === 10 ? 1 : 0;
    this.#bytes = bytes;
    this.#starts = new Uint32Array(size + 1);
    for (let at = 0, line = 0; line < size; ++at) if (bytes[at] === 10) this.#starts[++line] = at + 1;
  }
  get size() { return this.#starts.length - 1; }
  at(i) { return Lines.#decoder.decode(this.#bytes.subarray(this.#starts[i], this.#starts[i + 1] - 1)); }
  // The lines from `begin` to `end`.
  some(begin, end) {
    const text = Lines.#decoder.decode(this.#bytes.subarray(this.#starts[begin], this.#starts[end]));
    return text.split('\n').slice(0, -1);
  }
}

async function unpackTree() {
  const {boxes: size, parts, bytes} = data.tree;
  const all = await unpacked(document.getElementById('packed').textContent, bytes);
  const found = {};
  let at = 0;
  for (const [part, length, planes] of parts) {
    if (['ids', 'texts', 'steps'].includes(part)) {
      found[part] = all.subarray(at, at += length);
      continue;
    }
    const isWide = planes > 4 || part.startsWith('id');
    const numbers = found[part] = isWide ? new Float64Array(length) : new Uint32Array(length);
    for (let plane = 0; plane < planes; ++plane, at += length) {
      const unit = 256 ** plane;
      for (let i = 0; i < length; ++i) numbers[i] += all[at + i] * unit;
      await breathe();
    }
  }
  const first = new Uint32Array(size + 1), parent = new Uint32Array(size);
  first[0] = 1;
  for (let i = 0; i < size; ++i) {
    const end = first[i + 1] = first[i] + found.below[i];
    for (let child = first[i]; child < end; ++child) parent[child] = i;
  }
  await breathe();
  const retained = Float64Array.from(found.own), objects = Float64Array.from(found.objects);
  for (let i = size; --i > 0;) retained[parent[i]] += retained[i], objects[parent[i]] += objects[i];
  await breathe();
  const {before} = found;
  for (let i = 0; i < before.length; ++i) before[i] = before[i] ? before[i] - 1 : parent[i];
  await breathe();
  const {name} = found;  // steps: see name_steps()
  for (let i = 0, most = 0; i < name.length; ++i) {
    if (name[i]) name[i] = name[i] % 2 ? most + (name[i] + 1) / 2 : most + 1 - name[i] / 2;
    if (name[i] > most) most = name[i];
  }
  const id = found.id10 || found.id16;  // steps: see id_steps()
  for (let i = 0; id && i < size; ++i) {
    const from = i ? id[parent[i - 1] === parent[i] ? i - 1 : parent[i]] : 0;
    id[i] = from + (id[i] % 2 ? -(id[i] + 1) / 2 : id[i] / 2);
  }
  await breathe();
  const texts = new Lines(found.texts);
  await breathe();
  const steps = new Lines(found.steps);
  await breathe();
  const ids = id || new Lines(found.ids);
  await breathe();
  const places = new Uint32Array(texts.size);  // scratch space by type, for arranged()
  views.dominators = {first, parent, bytes: retained, objects};
  Object.assign(tree, found, {first, parent, retained, objects, texts, steps, ids, size, places});
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
  if (step.includes('[@') || step.startsWith('@') || (!tree.before[i] && /^\[\d/.test(step))) return '';
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
  const {size, before, from, group, own} = tree, parent = new Uint32Array(size), first = new Uint32Array(size + 2);
  const nearest = new Uint32Array(before.length);  // the box on the path, for objects without one
  for (let i = 1; i < size; ++i) {
    let at = before[i];
    while (at >= size && !nearest[at]) at = before[at];
    const box = at < size ? at : nearest[at];
    for (at = before[i]; at >= size && !nearest[at]; at = before[at]) nearest[at] = box;
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
  const bytes = Float64Array.from(own), objects = new Float64Array(size);
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
  const {before} = tree, chain = [i];
  while (before[chain.at(-1)] && chain.length < 1000) chain.push(before[chain.at(-1)]);
  let begin = '', after = 0;
  if (before[chain.at(-1)]) {
    while (chain.at(-1) >= tree.size) chain.pop();
    for (let at = chain.at(-1); at; at = before[at]) ++after;
    begin = idStep(chain.pop());
  }
  return {path: begin + chain.reverse().map(stepOf).join(''), after};
}
const pathOf = i => wayOf(i).path;
