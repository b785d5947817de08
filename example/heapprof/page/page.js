// --- The whole ---------------------------------------------------------------------------------------------

function drawHead() {
  const names = data.dumps.map(each => shortName(each.file));
  document.title = names[names.length - 1] + ': a heap';
  byId('title').textContent = names.join(' → ');
  byId('job').textContent = data.job;
  byId('note').textContent = data.tree.note && `(${data.tree.note})`;
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

// Makes the view that is asked for, and draws again.
let making = '';
async function changeView(name) {
  if (making === name) return;
  making = name;
  await rest();
  views[name] ||= await viewOfPaths();
  making = '';
  draw();
}

// Draws what depends on these values, if one has changed.
const drawnFor = new Map();
function drawIfNew(drawPart, ...values) {
  const key = values.join('\n');
  if (drawnFor.get(drawPart) === key) return;
  drawnFor.set(drawPart, key);
  drawPart();
}

function draw() {
  drawTheme();
  const wanted = state.tree === 'paths' ? 'paths' : 'dominators';
  if (tree.size && !views[wanted]) changeView(wanted);
  else if (tree.size && view !== views[wanted]) {
    view = views[wanted];
    clearArrangements();
  }
  drawIfNew(drawTree, tree.size, view === views.paths, state.at, state.as, state.colour, selected, widthOf('picture'));
  drawIfNew(drawTables, state.sort, state.open, state.all);
  if (byId('search').value.trim() !== (state.find || '').trim()) byId('search').value = state.find || '';
  search();
}

async function begin() {
  draw();
  drawHead();
  drawFindings();
  drawTimes();
  drawShared();
  try {
    await unpackTree();
  } catch (error) {
    byId('unpacking').textContent = typeof DecompressionStream === 'undefined'
      ? 'This browser is too old to unpack the tree: Chrome 80, Firefox 113 and Safari 16.4 can.'
      : `The tree cannot be unpacked: ${error.message}`;
    return;
  }
  byId('unpacking').hidden = true;
  view = views.dominators;
  if (state.tree === 'paths') view = views.paths = await viewOfPaths();
  selected = boxOf(state.at).key;
  draw();
  new ResizeObserver(draw).observe(byId('picture'));
}
const ready = begin();
