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

// Unpacks the data of packed.hpp.
async function unpacked(base64, size) {
  const inflating = new DecompressionStream('deflate');
  const writer = inflating.writable.getWriter(), reader = inflating.readable.getReader();
  const write = async () => {
    for (let at = 0; at < base64.length; at += 1 << 18) {
      await writer.write(Uint8Array.from(atob(base64.slice(at, at + (1 << 18))), c => c.charCodeAt(0)));
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
    const numbers = found[part] = planes > 4 ? new Float64Array(length) : new Uint32Array(length);
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
  const texts = new Lines(found.texts);
  await breathe();
  const steps = new Lines(found.steps);
  await breathe();
  const ids = new Lines(found.ids);
  const places = new Uint32Array(texts.size);  // scratch space by type, for arranged()
  Object.assign(tree, found, {first, parent, retained, objects, texts, steps, ids, size, places});
}

const typeOf = i => tree.texts.at(tree.type[i]);
const idOf = i => i === 0 || tree.group[i] ? '' : '@' + tree.ids.at(i);
const nameOf = i => {
  if (i === 0) return 'the heap';
  if (tree.group[i]) return `${grouped(tree.group[i])} × ${tree.type[i] ? typeOf(i) : 'other objects'}`;
  return `${typeOf(i)} ${tree.texts.at(tree.name[i])}`.trim();
};

// The last step of a path (see selector_paths.hpp).
function stepOf(way) {
  const step = tree.step[way];
  if (!step) return idStep(way);
  return step & 1 ? `[${step >>> 1}]` : tree.steps.at(step >>> 1);
}
function idStep(i) {
  const id = tree.ids.at(i);
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
