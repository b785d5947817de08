// --- The picture of the tree -------------------------------------------------------------------------------

const rowHeight = 22, levels = 22, treemapHeight = 480, mostBoxes = 500;
let selected = '0';       // the key of a box
let drawn = new Map();    // the nodes of the picture, by key

const isTreemap = () => state.as === 'treemap';
const widthOf = id => Math.max(280, byId(id).clientWidth);

// The layout of the boxes below a box.
function layOut(top) {
  const width = widthOf('picture'), treemap = isTreemap(), bytes = Math.max(1, top.bytes);
  const least = treemap ? bytes * 64 / (width * treemapHeight) : bytes / width;
  const root = d3.hierarchy(visible(top, treemap ? 4 : levels, least, mostBoxes), node => node.children);
  root.each(node => { node.value = node.data.bytes; });
  const last = root.children?.[root.children.length - 1], missing = last ? 6 * least - last.value : 0;
  if (missing > 0) last.value += missing, root.value += missing;
  const height = treemap ? treemapHeight : (root.height + 1) * rowHeight;
  if (treemap) d3.treemap().size([width, height]).paddingInner(1).paddingOuter(1).paddingTop(16)(root);
  else d3.partition().size([width, height])(root);
  const list = root.descendants().filter(d => d.x1 - d.x0 >= 0.8 && d.y1 - d.y0 >= 0.8);
  return {width, height, list, byKey: new Map(list.map(d => [d.data.box.key, d]))};
}

// The look of each box of a layout: the hue of its type, lighter or darker, and another hue where two types
// meet that share one. So neighbours differ.
function looksOf(list) {
  const rows = new Map(), looks = new Map();
  for (const d of list) {
    const {type} = d.data.box, of = lookOf(type), beside = rows.get(d.depth), above = looks.get(d.parent);
    const fits = look => !(above && look === above.look) && !(beside && (look === beside.look ||
      look % 9 === beside.look % 9 && type !== beside.type));
    let look = of;
    for (let turn = 0; turn < 9 && !fits(look); ++turn)
      look = fits((look + 9) % 18) ? (look + 9) % 18 : (look + 2) % 9 + (look < 9 ? 0 : 9);
    const its = {look, type};
    rows.set(d.depth, its);
    looks.set(d, its);
  }
  return looks;
}

// Red for growth, green for the reverse, and grey for neither; stronger for a larger part of its bytes.
const byGrowth = () => Boolean(tree.then) && state.colour !== 'types';
function growthFill({box, bytes}) {
  const {growth} = box;
  if (growth === null) return 'var(--panel)';
  if (growth === 0) return 'var(--same)';
  const part = Math.min(1, Math.abs(growth) / Math.max(1, bytes, bytes - growth));
  return `color-mix(in oklab, var(--${growth > 0 ? 'grew' : 'shrank'}) ${Math.round(25 + 75 * part)}%, var(--same))`;
}

function drawTree() {
  if (!tree.size) return;
  const top = boxOf(state.at), {width, height, list, byKey} = layOut(top);
  const looks = byGrowth() ? null : looksOf(list);
  const focused = document.activeElement?.dataset?.at;
  drawn = byKey;
  const svg = d3.select('#tree').attr('viewBox', `0 0 ${width} ${height}`).attr('height', height)
    .classed('treemap', isTreemap());
  const nodes = svg.selectAll('g.node').data(list, d => d.data.box.key).join(enter => {
    const g = enter.append('g').attr('class', 'node').attr('role', 'treeitem').attr('tabindex', -1);
    g.append('rect');
    return g;
  });
  nodes.order().each(function draw(d) {
    const {box} = d.data, wide = d.x1 - d.x0, title = wide > 24 ? box.title : '';
    this.dataset.at = box.key;
    this.dataset.retained = d.data.bytes;
    this.dataset.id = box.id;
    this.classList.toggle('group', box.isGroup);
    this.classList.toggle('selected', box.key === selected);
    this.classList.toggle('unknown', !looks && Boolean(title) && box.growth === null);
    this.setAttribute('aria-level', d.depth + 1);
    this.setAttribute('aria-label', box instanceof Group && !title
      ? `a group of small objects, ${humanised(d.data.bytes)}`
      : `${withBytes(title || box.title, d.data.bytes, looks ? null : box.growth)} ${box.id}`);
    const [rect, text] = this.children, words = title && label(title, d.data, wide - 8, d.y1 - d.y0, looks ? null : box.growth);
    rect.setAttribute('x', d.x0.toFixed(2));
    rect.setAttribute('y', d.y0.toFixed(2));
    rect.setAttribute('width', wide.toFixed(2));
    rect.setAttribute('height', (d.y1 - d.y0).toFixed(2));
    if (box.key === '0' || box instanceof Group && !title && (looks || !box.isArranged)) rect.style.fill = '';
    else rect.style.fill = looks ? fillOf(looks.get(d).look) : growthFill(d.data);
    text?.remove();
    if (words) {
      d3.select(this).append('text').attr('aria-hidden', true)  // shortened
        .attr('x', (d.x0 + 4).toFixed(2)).attr('y', (d.y0 + (isTreemap() ? 12 : 15)).toFixed(2)).text(words);
    }
  });
  const rover = byKey.has(focused) ? focused : byKey.has(selected) ? selected : top.key;
  for (const node of nodes.nodes()) node.setAttribute('tabindex', node.dataset.at === rover ? 0 : -1);

  drawFound();
  drawAbove(top);
  drawLegend();
  byId('as-icicle').setAttribute('aria-pressed', !isTreemap());
  byId('as-treemap').setAttribute('aria-pressed', isTreemap());
  const isByPath = view !== views.dominators;
  byId('by-dominators').setAttribute('aria-pressed', !isByPath);
  byId('by-paths').setAttribute('aria-pressed', isByPath);
  byId('about-dominators').hidden = isByPath;
  byId('about-paths').hidden = !isByPath;
  drawObject(boxOf(selected));
}

// Marks the boxes that a search found, and those with a found one below.
function drawFound() {
  const searching = found.wanted !== '';
  byId('tree').classList.toggle('searching', searching);
  for (const node of document.querySelectorAll('#tree .node')) {
    const {box} = drawn.get(node.dataset.at).data;
    node.classList.toggle('match', searching && isFound(box));
    node.classList.toggle('has-match', searching && hasFound(box));
  }
}

// What the colours mean, if they show growth.
function drawLegend() {
  byId('colours').hidden = !tree.then;
  byId('colour-growth').setAttribute('aria-pressed', byGrowth());
  byId('colour-type').setAttribute('aria-pressed', !byGrowth());
  const note = data.tree.not_compared;
  byId('legend').hidden = !byGrowth() && !note;
  const swatch = (fill, text) => {
    const sample = element('span', {class: 'swatch'});
    sample.style.background = fill;
    return element('span', {}, sample, text);
  };
  byId('legend').replaceChildren(...(byGrowth() ? [`Since ${shortName(data.dumps[0].file)}, what it retains: `,
    swatch('var(--grew)', 'grew or is new'), swatch('var(--shrank)', 'shrank'), swatch('var(--same)', 'did not change'),
    swatch('var(--panel)', 'not known')] : [note && `Not compared with the first dump: ${note}`]));
}

// A box's title, shortened to fit, with its bytes if there is room, and a mark if rows below it are cut.
const withBytes = (title, bytes, grown) => `${title}  ${humanised(bytes)}${grown ? ` (${growth(grown)})` : ''}`;
function label(title, {bytes, isCut}, width, height, grown) {
  const more = isCut ? ' ▾' : '', full = withBytes(short(title), bytes, grown) + more;
  const fits = Math.floor(width / 6.2);
  if (fits < 3 || height < 13) return '';
  if (full.length <= fits) return full;
  return title.length + more.length <= fits ? title + more : title.slice(0, fits - 1) + '…';
}

function drawAbove(top) {
  const chain = chainOf(top), first = 3, last = 6;
  const left = chain.length > first + last + 1 ? chain.length - first - last : 0;
  if (left) chain.splice(first, left, null);
  byId('above').replaceChildren(...chain.flatMap((box, place) => [
    ...(place ? [' › '] : []), box ? element('button', {type: 'button', 'data-above': box.key,
      'aria-current': box === top && 'true', onclick: () => enlarge(box)}, short(box.title))
      : element('span', {class: 'faint'}, `${grouped(left)} more`)]));
}

const shownNode = key => document.querySelector(`#tree [data-at="${key}"]`);
function focusOn(key) {
  for (const node of document.querySelectorAll('#tree [tabindex="0"]')) node.setAttribute('tabindex', -1);
  const node = shownNode(key);
  if (!node) return;
  node.setAttribute('tabindex', 0);
  node.focus({preventScroll: true});
}

function select(box) {
  selected = box.key;
  for (const node of document.querySelectorAll('#tree .node'))
    node.classList.toggle('selected', node.dataset.at === selected);
  drawObject(box);
}

// Zooms to a box, if it has contents.
function enlarge(box) {
  if (box.key === '0' || box instanceof Group || belowOf(box.i) > 0) {
    if (!drawn.has(selected) || box instanceof Group) selected = box.key;
    set({at: box.key === '0' ? '' : box.key});
  } else select(box);
  focusOn(drawn.has(selected) ? selected : boxOf(state.at).key);
}

// Selects a box of the tree, and opens groups until it is visible.
function show(i) {
  let top = new One(view.parent[i]);
  for (let step = 0; step < 20; ++step) {
    const {list, byKey} = layOut(top);
    if (byKey.has(String(i))) break;
    const group = list.findLast(d => d.data.box instanceof Group && d.data.box.key !== top.key
      && d.data.box.has(i));
    if (!group) break;
    top = group.data.box;
  }
  selected = String(i);
  set({at: top.key === '0' ? '' : top.key});
  focusOn(selected);
}

// Shows a box, and scrolls to it.
function reveal(i) {
  show(i);
  byId('above').scrollIntoView({block: 'start'});
}

byId('tree').addEventListener('click', event => {
  const node = event.target.closest('.node');
  if (!node) return;
  const box = boxOf(node.dataset.at);
  select(box);
  enlarge(box);
});
byId('tree').addEventListener('focusin', event => {
  const node = event.target.closest('.node');
  if (!node) return;
  const box = boxOf(node.dataset.at);
  node.setAttribute('aria-label', `${box.title} ${box.id}, ${amount(box)}`);
  select(box);
});

byId('tree').addEventListener('keydown', event => {
  const at = drawn.get(document.activeElement.dataset.at);
  if (!at) return;
  const siblings = at.parent ? at.parent.children.filter(d => drawn.has(d.data.box.key)) : [at];
  const beside = step => siblings[siblings.indexOf(at) + step];
  const to = {
    ArrowUp: () => at.parent, ArrowLeft: () => beside(-1), ArrowRight: () => beside(1),
    ArrowDown: () => (at.children || []).find(d => drawn.has(d.data.box.key)),
    Home: () => siblings[0], End: () => siblings[siblings.length - 1],
  }[event.key];
  const top = boxOf(state.at);
  if (to) {
    const next = to();
    if (next) focusOn(next.data.box.key);
    else if (event.key === 'ArrowUp' && top.above) enlarge(top.above);
    else if (event.key === 'ArrowDown') enlarge(at.data.box);
  } else if (event.key === 'Enter' || event.key === ' ') enlarge(at.data.box);
  else if (event.key === 'Escape') {
    if (top.above) enlarge(top.above);
  } else return;
  event.preventDefault();
});

// The tooltip of the box under the pointer.
byId('tree').addEventListener('pointermove', event => {
  const node = event.target.closest('.node'), hint = byId('hint');
  hint.hidden = !node;
  if (!node) return;
  const box = boxOf(node.dataset.at);
  const own = box.own !== null && !box.isGroup && box.key !== '0' ? `\nits own: ${humanised(box.own)}` : '';
  hint.textContent = `${short(box.title)} ${box.id}\n${amount(box)}${own}`;
  const left = Math.min(event.clientX + 12, innerWidth - hint.offsetWidth - 8);
  hint.style.left = Math.max(0, left) + 'px';
  hint.style.top = event.clientY + 18 + 'px';
});
byId('tree').addEventListener('pointerleave', () => { byId('hint').hidden = true; });

byId('as-icicle').addEventListener('click', () => set({as: ''}));
byId('as-treemap').addEventListener('click', () => set({as: 'treemap'}));
byId('by-dominators').addEventListener('click', () => changeTree(''));
byId('by-paths').addEventListener('click', () => changeTree('paths'));
byId('colour-growth').addEventListener('click', () => set({colour: ''}));
byId('colour-type').addEventListener('click', () => set({colour: 'types'}));

// The same object in the other tree.
function changeTree(name) {
  const box = boxOf(selected), i = box instanceof One ? box.i : box.parent;
  selected = String(i);
  set({tree: name, at: ''});
}
