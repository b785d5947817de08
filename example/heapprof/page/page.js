// What the page does. Its state is in the part of the address after '#': at (the box that is enlarged), as
// (icicle or treemap), find, sort, open (a type whose objects are listed), all (lines of tables) and theme;
// so a link shows what its sender saw. Texts of the heap reach the page as text, never as HTML.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const tree = data.tree;
const byId = id => document.getElementById(id);

// --- State ------------------------------------------------------------------------------------------------

const state = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
function set(changes) {
  Object.assign(state, changes);
  for (const key of Object.keys(state)) if (state[key] === '' || state[key] == null) delete state[key];
  history.replaceState(null, '', '#' + new URLSearchParams(state));
  draw();
}
window.addEventListener('hashchange', () => {
  for (const key of Object.keys(state)) delete state[key];
  Object.assign(state, Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
  draw();
});

// --- Words -------------------------------------------------------------------------------------------------

const grouped = d3.format(',');
const percent = (part, whole) => whole ? (100 * part / whole).toFixed(1) + '%' : '-';
function humanised(bytes) {
  if (bytes < 1024) return bytes + ' B';
  let unit = 0, value = bytes;
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  for (; value >= 999.5 && unit + 1 < units.length; value /= 1024) ++unit;
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0) + ' ' + units[unit];
}
const short = text => text.length > 60 ? text.slice(0, 59) + '…' : text;
// About n round amounts of bytes on a scale: 1, 2 or 5 times 1, 10 or 100 of a unit.
function ticks(scale, n) {
  const most = scale.domain()[1], unit = 1024 ** Math.max(0, Math.floor(Math.log(most) / Math.log(1024)));
  return d3.ticks(0, most / unit, n).map(value => value * unit).filter(Number.isInteger);
}
const shortName = file => file.replace(/^.*\//, '').replace(/\.gz$/, '').replace(/\.[^.]*$/, '');
const count = (number, word) => grouped(number) + ' ' + word + (number === 1 ? '' : 's');

// The same colour for a text on every page.
function hue(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return (hash >>> 0) % 360;
}
const colour = text => `hsl(${hue(text)} 55% var(--light))`;
const strongColour = text => `hsl(${hue(text)} 60% var(--strong))`;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// --- The dominator tree ------------------------------------------------------------------------------------

const size = tree.parent.length;
const children = Array.from({length: size}, () => []);
for (let i = 1; i < size; ++i) children[tree.parent[i]].push(i);
const type = i => tree.texts[tree.type[i]];
const name = i => tree.name[i] < 0 ? '' : tree.texts[tree.name[i]];
const isGroup = i => tree.group[i] > 0;
const title = i => i === 0 ? 'the heap'
  : isGroup(i) ? `${grouped(tree.group[i])} × ${type(i)}` : short(`${type(i)} ${name(i)}`.trim());
const idOf = i => i === 0 || isGroup(i) ? '' : '@' + tree.id[i];
const rowHeight = 22, levels = 22, treemapHeight = 460;
let selected = 0;

function above(i) {
  const chain = [];
  for (; i > 0; i = tree.parent[i]) chain.push(i);
  return [...chain, 0].reverse();
}

// The boxes of a picture of what `top` retains: what is large enough to be seen.
function visible(top, deep, least) {
  const build = (i, depth) => ({i, children: depth === deep ? [] : children[i]
    .filter(child => tree.retained[child] >= least).map(child => build(child, depth + 1))});
  const root = d3.hierarchy(build(top, 0), d => d.children.length ? d.children : null);
  root.each(d => d.value = tree.retained[d.data.i]);
  return root;
}

function boxes(top, width) {
  const whole = Math.max(1, tree.retained[top]);
  if (state.as === 'treemap') {
    const root = visible(top, 4, whole / (width * treemapHeight / 80));
    d3.treemap().size([width, treemapHeight]).paddingTop(15).paddingInner(1).round(false)(root);
    return {height: treemapHeight, list: root.descendants().filter(d => d.x1 - d.x0 > 1 && d.y1 - d.y0 > 1)};
  }
  const chain = above(top).slice(0, -1);
  const root = visible(top, levels, whole / width);
  const rows = root.height + 1;
  d3.partition().size([width, rows * rowHeight])(root);
  root.each(d => (d.y0 = d.depth * rowHeight, d.y1 = d.y0 + rowHeight));
  return {height: rows * rowHeight, list: root.descendants().filter(d => d.x1 - d.x0 >= 0.8), chain};
}

function matches(i, wanted) {
  if (wanted.startsWith('@')) return idOf(i) === wanted;
  return i !== 0 && (type(i) + ' ' + name(i)).toLowerCase().includes(wanted.toLowerCase());
}

function drawTree() {
  const top = Math.min(size - 1, Math.max(0, Number(state.at) || 0));
  const svg = d3.select('#tree'), width = Math.max(300, byId('tree').parentNode.clientWidth);
  const {height, list} = boxes(top, width);
  const wanted = (state.find || '').trim();
  svg.attr('viewBox', `0 0 ${width} ${height}`).attr('height', height).classed('searching', wanted !== '');
  const nodes = svg.selectAll('g.node').data(list, d => d.data.i).join(enter => {
    const g = enter.append('g').attr('class', 'node').attr('role', 'treeitem');
    g.append('rect');
    g.append('text');
    g.append('title');
    return g;
  });
  nodes.order()
    .classed('group', d => isGroup(d.data.i))
    .classed('match', d => wanted !== '' && matches(d.data.i, wanted))
    .attr('tabindex', d => d.data.i === top ? 0 : -1)
    .attr('data-at', d => d.data.i)
    .attr('data-id', d => idOf(d.data.i))
    .attr('data-retained', d => tree.retained[d.data.i])
    .attr('aria-label', d => `${title(d.data.i)} ${idOf(d.data.i)}, ${humanised(tree.retained[d.data.i])}`)
    .attr('transform', d => `translate(${d.x0.toFixed(2)},${d.y0.toFixed(2)})`)
    .on('click', d => (select(d.data.i), enlarge(d.data.i)))
    .on('focus', d => select(d.data.i));
  nodes.select('rect')
    .attr('width', d => (d.x1 - d.x0).toFixed(2)).attr('height', d => (d.y1 - d.y0).toFixed(2))
    .attr('fill', d => d.data.i === 0 ? 'var(--panel)' : colour(type(d.data.i)));
  nodes.select('title').text(d => `${title(d.data.i)} ${idOf(d.data.i)}\n` +
    `${humanised(tree.retained[d.data.i])} retained, ${count(tree.objects[d.data.i], 'object')}`);
  nodes.select('text').attr('x', 4).attr('y', state.as === 'treemap' ? 11 : 15)
    .text(d => label(d.data.i, d.x1 - d.x0 - 8, d.y1 - d.y0));

  byId('above').replaceChildren(...above(top).flatMap((i, place) => [
    ...(place ? [' › '] : []), element('button', {type: 'button', onclick: () => enlarge(i)}, title(i))]));
  byId('as-icicle').setAttribute('aria-pressed', state.as !== 'treemap');
  byId('as-treemap').setAttribute('aria-pressed', state.as === 'treemap');
  drawMatches(wanted);
  drawObject(selected >= size ? 0 : selected);
}

function label(i, width, height) {
  const full = title(i) + '  ' + humanised(tree.retained[i]), fits = Math.floor(width / 6.2);
  if (fits < 3 || height < 13) return '';
  if (full.length <= fits) return full;
  return title(i).length <= fits ? title(i) : title(i).slice(0, fits - 1) + '…';
}

function select(i) {
  selected = i;
  drawObject(i);
}
function enlarge(i) {
  if (!children[i].length && i !== 0) i = tree.parent[i];
  set({at: i || ''});
  const box = document.querySelector(`#tree [data-at="${selected}"]`)
    || document.querySelector('#tree .node');
  if (box) box.focus({preventScroll: true});
}

function drawMatches(wanted) {
  const list = [];
  let all = 0;
  if (wanted)
    for (let i = 1; i < size; ++i) if (matches(i, wanted)) ++all, list.push(i);
  list.sort((a, b) => tree.retained[b] - tree.retained[a] || a - b);
  byId('found').textContent = !wanted ? '' : all === 1 ? '1 box' : grouped(all) + ' boxes';
  byId('matches').replaceChildren(...list.slice(0, 20).map(i => element('li', {}, element('button',
    {type: 'button', 'data-match': i, onclick: () => (select(i), enlarge(i))},
    `${title(i)} ${idOf(i)}  ${humanised(tree.retained[i])}`))));
}

const paths = new Map(data.types.flatMap(each => each.largest.map(object => [object.id, object.path])));

function drawObject(i) {
  const terms = [];
  const term = (key, ...value) => terms.push(element('dt', {}, key), element('dd', {}, ...value));
  const parts = children[i].slice(0, 8).map(child => `${title(child)} ${humanised(tree.retained[child])}`);
  term(isGroup(i) ? 'objects' : 'object', element('strong', {}, title(i)), ' ', element('code', {}, idOf(i)));
  term('retained', `${humanised(tree.retained[i])} in ${count(tree.objects[i], 'object')}, ` +
    `${percent(tree.retained[i], tree.retained[0])} of the heap`);
  if (i !== 0) term('its own', humanised(tree.own[i]));
  const path = paths.get(tree.id[i]);
  if (path) term('reached by', element('code', {}, path));
  if (parts.length) term('of which', parts.join(', ') + (children[i].length > parts.length ? ' …' : ''));
  byId('object').replaceChildren(element('dl', {}, ...terms));
  byId('object').dataset.at = i;
}

byId('tree').addEventListener('keydown', event => {
  const at = document.activeElement.dataset.at;
  if (at === undefined) return;
  const i = Number(at);
  const shown = j => document.querySelector(`#tree [data-at="${j}"]`);
  const siblings = i === 0 ? [0] : children[tree.parent[i]].filter(shown);
  const beside = step => siblings[siblings.indexOf(i) + step];
  const to = {
    ArrowUp: () => tree.parent[i], ArrowDown: () => children[i].find(shown),
    ArrowLeft: () => beside(-1), ArrowRight: () => beside(1),
  }[event.key];
  if (to) {
    const next = to();
    if (next !== undefined && next >= 0) {
      if (!shown(next)) selected = next, enlarge(next);
      else shown(next).focus();
    }
  } else if (event.key === 'Enter') enlarge(i);
  else if (event.key === 'Escape') enlarge(Math.max(0, tree.parent[Number(state.at) || 0]));
  else return;
  event.preventDefault();
});
document.addEventListener('keydown', event => {
  if (event.key !== '/' || document.activeElement === byId('search')) return;
  byId('search').focus();
  event.preventDefault();
});
byId('search').addEventListener('input', event => set({find: event.target.value}));
byId('as-icicle').addEventListener('click', () => set({as: ''}));
byId('as-treemap').addEventListener('click', () => set({as: 'treemap'}));

// --- Tables ------------------------------------------------------------------------------------------------

// Lines in their own order, or by the column that was asked for: its number, negative for the smallest first.
function sorted(lines, key) {
  if (!state.sort) return lines;
  const column = Math.abs(Number(state.sort)), sign = Number(state.sort) < 0 ? 1 : -1;
  const compare = (a, b) => typeof a === 'string' ? -d3.ascending(a, b) : d3.ascending(a, b);
  return [...lines].sort((a, b) => sign * compare(key(a, column), key(b, column)));
}

function heading(texts) {
  return element('thead', {}, element('tr', {}, ...texts.map((text, i) => element('th', {scope: 'col'},
    element('button', {type: 'button', 'data-sort': i + 1,
      onclick: () => set({sort: Number(state.sort) === i + 1 ? -(i + 1) : i + 1})}, text)))));
}

function drawTables() {
  const last = data.dumps.length - 1;
  const most = table => d3.max(table.lines, line => line.bytes[last]) || 1;
  byId('tables').replaceChildren(...data.tables.map(table => {
    const grown = last > 0, total = table.total.bytes[last];
    const key = (line, column) => [line.labels.join(', '), line.bytes[last], line.bytes[last],
      line.objects[last], line.bytes[last] - line.bytes[0]][column - 1];
    const lines = sorted(table.lines, key), some = state.all ? lines : lines.slice(0, 30);
    const rows = some.flatMap(line => {
      const text = line.labels.join(', ');
      const kind = data.types.find(each => table.by[0] === 'type' && each.type === line.labels[0]);
      const open = kind && state.open === kind.type && table.by.length === 1;
      const labelled = kind && table.by.length === 1
        ? element('button', {type: 'button', class: 'object', 'aria-expanded': String(!!open),
          onclick: () => set({open: open ? '' : kind.type})}, text) : text;
      const swatch = element('span', {class: 'swatch', style: `background:${strongColour(line.labels[0])}`});
      const wide = (60 * line.bytes[last] / most(table)).toFixed(1);
      const part = element('span', {class: 'part', style: `width:${wide}px`});
      const row = element('tr',
        {'data-line': text, 'data-bytes': line.bytes[last], 'data-objects': line.objects[last]},
        element('td', {}, swatch, labelled), element('td', {}, part, humanised(line.bytes[last])),
        element('td', {}, percent(line.bytes[last], total)), element('td', {}, grouped(line.objects[last])),
        ...(grown ? [element('td', {}, growth(line.bytes[last] - line.bytes[0]))] : []));
      return open ? [row, objectsOf(kind, grown ? 5 : 4)] : [row];
    });
    return element('table', {'data-by': table.by.join(',')},
      heading([table.by.join(', '), 'bytes', 'of all', 'objects', ...(grown ? ['growth'] : [])]),
      element('tbody', {}, ...rows), ...(some.length === lines.length ? [] : [element('tfoot', {},
        element('tr', {}, element('td', {colspan: 5}, element('button', {type: 'button', class: 'object',
          onclick: () => set({all: 1})}, `all ${grouped(lines.length)} lines`))))]));
  }));
}
const growth = bytes => bytes === 0 ? '0' : (bytes < 0 ? '-' : '+') + humanised(Math.abs(bytes));

// What retains most of one type, each with a way to it.
function objectsOf(kind, columns) {
  const list = kind.largest.map(object => element('tr', {'data-object': object.id},
    element('td', {}, object.at < 0 ? element('code', {}, '@' + object.id) : element('button',
      {type: 'button', class: 'object', onclick: () => (select(object.at), enlarge(object.at),
        byId('tree').scrollIntoView({block: 'center'}))}, '@' + object.id), ' ', object.name),
    element('td', {}, humanised(object.retained)), element('td', {}, grouped(object.objects)),
    element('td', {}, element('code', {}, object.path))));
  return element('tr', {}, element('td', {class: 'sub', colspan: columns}, element('table', {},
    element('thead', {}, element('tr', {}, ...['object', 'retained', 'objects', 'reached by']
      .map(text => element('th', {scope: 'col'}, text)))), element('tbody', {}, ...list))));
}

// --- Over time ---------------------------------------------------------------------------------------------

function drawTimes() {
  if (data.dumps.length < 2) return;
  byId('times').hidden = false;
  byId('areas').replaceChildren(...data.tables.map(table => {
    const most = 10, samples = d3.range(data.dumps.length);
    const lines = [...table.lines].sort((a, b) => d3.max(b.bytes) - d3.max(a.bytes));
    const bands = lines.slice(0, most).map(line => ({name: line.labels.join(', '), bytes: line.bytes}));
    if (lines.length > most)
      bands.push({name: '(rest)', bytes: samples.map(s => d3.sum(lines.slice(most), line => line.bytes[s]))});
    bands.reverse();
    const width = Math.max(300, byId('areas').clientWidth), height = 260, left = 64, bottom = 24;
    const x = d3.scalePoint().domain(samples).range([left, width - 44]);
    const y = d3.scaleLinear().domain([0, d3.max(table.total.bytes) || 1]).range([height - bottom, 8]);
    const stacked = d3.stack().keys(d3.range(bands.length)).value((s, band) => bands[band].bytes[s])(samples);
    const svg = d3.create('svg').attr('viewBox', `0 0 ${width} ${height}`).attr('height', height)
      .attr('role', 'img').attr('aria-label', `bytes by ${table.by.join(', ')} in each dump`);
    svg.append('g').attr('class', 'axis').attr('transform', `translate(${left},0)`)
      .call(d3.axisLeft(y).tickValues(ticks(y, 5)).tickFormat(humanised));
    svg.append('g').attr('class', 'axis').attr('transform', `translate(0,${height - bottom})`)
      .call(d3.axisBottom(x).tickFormat(s => shortName(data.dumps[s].file)));
    svg.selectAll('path.band').data(stacked).join('path').attr('class', 'band')
      .attr('data-band', (d, band) => bands[band].name)
      .attr('fill', (d, band) => bands[band].name === '(rest)' ? 'var(--line)' : colour(bands[band].name))
      .attr('d', d3.area().x((d, s) => x(s)).y0(d => y(d[0])).y1(d => y(d[1])))
      .append('title')
      .text((d, band) => `${bands[band].name}\n${bands[band].bytes.map(humanised).join(' → ')}`);
    svg.selectAll('line.sample').data(samples).join('line').attr('class', 'sample')
      .attr('x1', x).attr('x2', x).attr('y1', 8).attr('y2', height - bottom);
    const legend = element('div', {class: 'legend'}, ...[...bands].reverse().map(band => element('span', {},
      element('span', {class: 'swatch',
        style: `background:${band.name === '(rest)' ? 'var(--line)' : colour(band.name)}`}),
      band.name)));
    return element('div', {}, element('h3', {}, 'by ' + table.by.join(', ')), svg.node(), legend);
  }));
}

// --- What roots share --------------------------------------------------------------------------------------

function drawShared() {
  const table = data.tables.find(each => each.by.length === 1 && each.by[0] === 'root');
  if (!table || !data.roots) return;
  byId('shared').hidden = false;
  const last = data.dumps.length - 1;
  const roots = [...data.roots.map(each => each.root), '(other)'];
  const columns = table.lines.filter(line => line.bytes[last] > 0 && line.labels[0] !== '(other)')
    .sort((a, b) => b.bytes[last] - a.bytes[last]).slice(0, 40)
    .map(line => ({bytes: line.bytes[last], text: line.labels[0], of: line.labels[0].split(',')}))
    .map(set => ({...set, in: roots.map(root => set.of.includes(root))}));
  const left = 190, step = 30, tall = 120, row = 22, width = left + step * columns.length + 60;
  const height = tall + 16 + row * roots.length;
  const y = d3.scaleLinear().domain([0, d3.max(columns, d => d.bytes) || 1]).range([tall, 14]);
  const svg = d3.create('svg').attr('class', 'upset').attr('viewBox', `0 0 ${width} ${height}`)
    .style('width', width + 'px').attr('role', 'img').attr('aria-label', 'bytes of each set of roots');
  svg.append('g').attr('class', 'axis').attr('transform', `translate(${left - 8},0)`)
    .call(d3.axisLeft(y).tickValues(ticks(y, 4)).tickFormat(humanised));
  svg.selectAll('text.root').data(roots).join('text').attr('class', 'plain').attr('x', 4)
    .attr('y', (d, i) => tall + 20 + i * row + 4).text(d => d.length > 28 ? d.slice(0, 27) + '…' : d)
    .append('title').text(d => d);
  const column = svg.selectAll('g.set').data(columns).join('g').attr('class', 'set')
    .attr('data-set', d => d.text).attr('data-bytes', d => d.bytes)
    .attr('transform', (d, i) => `translate(${left + i * step},0)`);
  column.append('title').text(d => `${d.text}\n${humanised(d.bytes)}`);
  column.append('rect').attr('x', 3).attr('width', step - 12).attr('y', d => y(d.bytes))
    .attr('height', d => tall - y(d.bytes));
  column.append('line').attr('class', 'join').attr('x1', 12).attr('x2', 12)
    .attr('y1', d => tall + 20 + row * d.in.indexOf(true))
    .attr('y2', d => tall + 20 + row * d.in.lastIndexOf(true));
  column.selectAll('circle').data(d => d.in).join('circle').attr('cx', 12).attr('r', 6)
    .attr('cy', (d, i) => tall + 20 + i * row).classed('in', d => d);
  byId('upset').replaceChildren(svg.node());
  byId('holdings').replaceChildren(element('table', {}, element('thead', {}, element('tr', {},
    ...['held by', 'alone', 'shared', 'in all'].map(text => element('th', {scope: 'col'}, text)))),
  element('tbody', {}, ...data.roots.map(each => element('tr', {'data-root': each.root},
    element('td', {}, each.root), element('td', {}, humanised(each.alone[last])),
    element('td', {}, humanised(each.shared[last])),
    element('td', {}, humanised(each.alone[last] + each.shared[last])))))));
}

// --- The whole ---------------------------------------------------------------------------------------------

function drawHead() {
  const names = data.dumps.map(each => shortName(each.file));
  document.title = names[names.length - 1] + ': a heap';
  byId('title').textContent = names.join(' → ');
  byId('job').textContent = data.job;
  byId('note').textContent = tree.note && `(${tree.note})`;
  byId('dumps').replaceChildren(...data.dumps.map(each => element('div', {},
    `${each.file}: ${humanised(each.bytes)}, ${count(each.nodes, 'object')}, ` +
    count(each.edges, 'reference'))));
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
function drawTheme() {
  if (state.theme) document.documentElement.dataset.theme = state.theme;
  else delete document.documentElement.dataset.theme;
  const dark = state.theme ? state.theme === 'dark' : prefersDark.matches;
  byId('theme').textContent = dark ? 'light' : 'dark';
}
prefersDark.addEventListener('change', drawTheme);
byId('theme').addEventListener('click', () => set({theme: byId('theme').textContent}));

function draw() {
  drawTheme();
  drawTree();
  drawTables();
  if (byId('search').value !== (state.find || '')) byId('search').value = state.find || '';
}
drawHead();
drawTimes();
drawShared();
selected = Math.min(size - 1, Math.max(0, Number(state.at) || 0));
draw();
new ResizeObserver(() => drawTree()).observe(byId('tree').parentNode);
