// --- Boxes -------------------------------------------------------------------------------------------------
//
// A box of the picture is a box of the tree, or a group of siblings that are too small to be seen. A group
// opens to its types, a group of one type to its objects, and if these are too small, to equal parts; so each
// object is a few steps away. Boxes and groups have a key, used in the address, and contents, largest first.

class One {
  constructor(i) { this.i = i; this.key = String(i); }
  get bytes() { return view.bytes[this.i]; }
  get objects() { return view.objects[this.i]; }
  get own() { return tree.own[this.i]; }
  get title() { return titleOf(this.i); }
  get then() { return retainedThen(this.i); }
  get growth() { return growthOf(this.i); }
  get type() { return this.i ? typeOf(this.i) : ''; }
  get id() { return idOf(this.i); }
  get isGroup() { return tree.group[this.i] > 0; }
  get above() { return this.i ? new One(view.parent[this.i]) : null; }
  contents() {
    const {i} = this, first = view.first[i], size = belowOf(i);
    return {size, bytes: j => view.bytes[kid(first + j)], at: j => new One(kid(first + j)),
      rest: j => j + 1 === size ? new One(kid(first + j)) : new Group(i, j)};
  }
}

// The siblings below a box from the k-th on, grouped by type, the type with most bytes first, and within a type
// the largest first; with prefix sums.
function arranged(above, k) {
  const begin = view.first[above] + k, end = view.first[above + 1], size = end - begin;
  const {type, group, places, then} = tree, {kids} = view, types = [];  // places are 0 between calls
  for (let j = begin; j < end; ++j) {
    const i = kids ? kids[j] : j;
    if (!places[type[i]]) places[type[i]] = types.push({type: type[i], bytes: 0, size: 0, next: 0});
    const its = types[places[type[i]] - 1];
    its.bytes += view.bytes[i];
    ++its.size;
  }
  const starts = [0];
  for (const each of [...types].sort((a, b) => b.bytes - a.bytes)) {
    each.next = starts[starts.length - 1];
    starts.push(each.next + each.size);
  }
  const members = new Uint32Array(size);
  for (let j = begin; j < end; ++j) {
    const i = kids ? kids[j] : j;
    members[types[places[type[i]] - 1].next++] = i;
  }
  for (const each of types) places[each.type] = 0;
  const sums = f => {
    const result = new Float64Array(size + 1);
    for (let at = 0; at < size; ++at) result[at + 1] = result[at] + f(members[at]);
    return result;
  };
  const {bytes, objects} = view;
  return {members, starts, bytes: sums(i => bytes[i]), objects: sums(i => objects[i]),
    size: sums(i => group[i] || 1), growth: then && sums(i => growthOf(i) || 0),
    known: then && sums(i => then[i] ? 1 : 0)};
}

// A cache of recent arrangements.
const arrangements = {kept: new Map(), size: 0, most: 4e6};
function clearArrangements() {
  arrangements.kept.clear();
  arrangements.size = 0;
}
function arrangement(above, k) {
  const key = above + '.' + k, {kept} = arrangements;
  if (!kept.has(key)) {
    const made = arranged(above, k);
    if ((arrangements.size += made.members.length) > arrangements.most) {
      kept.clear();
      arrangements.size = made.members.length;
    }
    kept.set(key, made);
  }
  return kept.get(key);
}

const mostShown = 400, parts = 100;

class Group {
  constructor(parent, k, from = 0, to = belowOf(parent) - k) {
    Object.assign(this, {parent, k, from, to, key: `${parent}.${k}.${from}-${to}`});
  }
  get all() { return arrangement(this.parent, this.k); }
  get bytes() { return this.all.bytes[this.to] - this.all.bytes[this.from]; }
  get objects() { return this.all.objects[this.to] - this.all.objects[this.from]; }
  get own() { return null; }
  get size() { return this.all.size[this.to] - this.all.size[this.from]; }
  // The begin of each type in the group, and the end of the last one.
  get types() {
    const {starts} = this.all;
    const first = d3.bisectRight(starts, this.from) - 1, end = d3.bisectLeft(starts, this.to);
    return [this.from, ...starts.slice(first + 1, end), this.to];
  }
  get title() {
    const types = this.types.length - 1, {starts, members} = this.all;
    if (types > 1) return `${grouped(this.size)} objects of ${grouped(types)} types`;
    const type = shortType(typeOf(members[this.from])) || 'other objects';
    const begin = starts[d3.bisectRight(starts, this.from) - 1], end = starts[d3.bisectLeft(starts, this.to)];
    if (begin === this.from && end === this.to) return `${grouped(this.size)} × ${type}`;
    const [first, last, all] = [this.from - begin + 1, this.to - begin, end - begin].map(grouped);
    return `${type}: ${first} to ${last} of ${all}`;
  }
  get type() { return this.types.length > 2 ? '' : typeOf(this.all.members[this.from]); }
  get id() { return ''; }
  get then() { return null; }
  // Null unless it is known of all members.
  get growth() {
    const {growth, known} = this.all;
    return known && known[this.to] - known[this.from] === this.to - this.from ? growth[this.to] - growth[this.from] : null;
  }
  get isArranged() { return arrangements.kept.has(this.parent + '.' + this.k); }
  get isGroup() { return true; }
  get above() {
    let box = new Group(this.parent, this.k);
    if (box.key === this.key) return new One(this.parent);
    for (;;) {
      const inner = box.holding(this.from, this.to);
      if (!inner || inner.key === this.key) return box;
      box = inner;
    }
  }
  // Its types, or its objects if it has one type: the number, and the begin of each. at(size) is the end.
  get atoms() {
    const {types, from, to} = this;
    return types.length > 2 ? {size: types.length - 1, at: j => types[j]} : {size: to - from, at: j => from + j};
  }
  static parts({size, at}) { return {size: parts, at: j => at(Math.floor(j * size / parts))}; }
  contents(least = 0) {
    const {atoms} = this, {members, bytes} = this.all;
    const areMany = atoms.size >= mostShown && bytes[atoms.at(1)] - bytes[atoms.at(0)] < 4 * least;
    const {size, at} = areMany ? Group.parts(atoms) : atoms;
    const box = (from, to) => from + 1 === to ? new One(members[from])
      : new Group(this.parent, this.k, from, to);
    return {size, bytes: j => bytes[at(j + 1)] - bytes[at(j)], at: j => box(at(j), at(j + 1)),
      rest: j => box(at(j), this.to)};
  }
  // The group among its contents that contains these members; null if there is none.
  holding(from, to) {
    const {atoms} = this;
    for (const {size, at} of [atoms, Group.parts(atoms)]) {
      let low = 0;  // the last part that begins at `from` or before
      for (let high = size; high - low > 1;) {
        const middle = low + high >> 1;
        if (at(middle) <= from) low = middle;
        else high = middle;
      }
      if (to <= at(low + 1) && at(low + 1) - at(low) > 1)
        return new Group(this.parent, this.k, at(low), at(low + 1));
    }
    return null;
  }
  // Whether the test holds for a member. If the group is all siblings from the k-th on, nothing is arranged.
  some(test) {
    const begin = view.first[this.parent] + this.k, end = view.first[this.parent + 1];
    if (this.to - this.from < end - begin) return this.all.members.subarray(this.from, this.to).some(test);
    for (let j = begin; j < end; ++j) if (test(kid(j))) return true;
    return false;
  }
  has(i) { return view.parent[i] === this.parent && this.some(member => member === i); }
}

// The box of a key; the heap if the key is invalid.
function boxOf(key) {
  const [i, k, from, to] = String(key || 0).split(/[.-]/).map(Number);
  const whole = i < tree.size ? i : 0;
  if (k === undefined) return new One(whole);
  const size = belowOf(whole) - k;
  return size > 0 && 0 <= from && from < to && to <= size ? new Group(whole, k, from, to) : new One(whole);
}

// The dominators of a box, outermost first, and the box itself.
function chainOf(box) {
  const chain = [];
  for (let each = box; each; each = each.above) chain.push(each);
  return chain.reverse();
}

// The visible boxes as a tree of {box, children}: at most `levels` deep and `most` boxes, each of at least
// `least` bytes. Smaller boxes form a group, if it is large enough; the top's group is always visible.
function visible(top, levels, least, most) {
  for (;; least *= 1.5) {
    const root = {box: top, bytes: top.bytes, depth: 0, children: []}, list = [root];
    for (const node of list) {
      if (list.length > most) break;
      if (node !== root && node.bytes < (node.box instanceof Group ? 40 : 3) * least) continue;
      if (node.depth === levels) {
        node.isCut = node.box instanceof Group || belowOf(node.box.i) > 0;
        continue;
      }
      const inner = node.box.contents(least);
      let left = node.bytes - (node.box.own || 0), j = 0;
      const add = (box, bytes) => {
        const child = {box, bytes, depth: node.depth + 1, children: []};
        node.children.push(child);
        list.push(child);
      };
      for (; j < inner.size && inner.bytes(j) >= least && list.length <= most; ++j) {
        add(inner.at(j), inner.bytes(j));
        left -= inner.bytes(j);
      }
      const isAll = j === 0 && node.box instanceof Group;
      if (j < inner.size && !isAll && (left >= least || node === root)) add(inner.rest(j), left);
    }
    if (list.length <= most) return root;
  }
}
