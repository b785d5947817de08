// --- Tables ------------------------------------------------------------------------------------------------

// The lines in their own order, or sorted by the column with the number state.sort; negative: ascending.
function sorted(lines, key) {
  if (!state.sort) return lines;
  const column = Math.abs(Number(state.sort)), sign = Number(state.sort) < 0 ? 1 : -1;
  const compare = (a, b) => typeof a === 'string' ? -d3.ascending(a, b) : d3.ascending(a, b);
  return [...lines].sort((a, b) => sign * compare(key(a, column), key(b, column)));
}

function heading(texts) {
  return element('thead', {}, element('tr', {}, ...texts.map((text, i) => element('th', {scope: 'col',
    'aria-sort': Math.abs(Number(state.sort)) === i + 1 && (state.sort < 0 ? 'ascending' : 'descending')},
    element('button', {type: 'button', 'data-sort': i + 1,
      onclick: () => set({sort: Number(state.sort) === i + 1 ? -(i + 1) : i + 1})}, text)))));
}

// A name for a button, unique within the page.
const nameOfButton = button => `${button.closest('[data-by]').dataset.by}: ${button.textContent}`;

function drawTables() {
  const focused = document.activeElement?.closest('#tables button'), last = data.dumps.length - 1;
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
      const labelled = !kind && table.by.length === 1 && table.by[0] === 'owner' ? ownerButton(text)
        : kind && table.by.length === 1
        ? element('button', {type: 'button', class: 'object', 'aria-expanded': String(!!open),
          onclick: () => set({open: open ? '' : kind.type})}, text) : text;
      const swatch = element('span', {class: 'swatch'});
      const wide = (60 * line.bytes[last] / most(table)).toFixed(1);
      const part = element('span', {class: 'part'});
      swatch.style.background = strongColour(line.labels[0]);
      part.style.width = wide + 'px';
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
  if (focused)
    [...byId('tables').querySelectorAll('button')]
      .find(each => nameOfButton(each) === nameOfButton(focused))?.focus({preventScroll: true});
}
// A click shows an owner in the picture, or finds the objects of a shared type.
const ownerBoxes = new Map(data.owners);
function ownerButton(name) {
  const at = ownerBoxes.get(name), type = name.startsWith('shared: ') && name.slice(8);
  if (at > 0) return element('button', {type: 'button', class: 'object', 'data-owner': at, onclick: () => reveal(at)},
    name);
  if (!type || !data.types.some(each => each.type === type)) return name;
  return element('button', {type: 'button', class: 'object', onclick: () => {
    set({find: type});
    byId('search').scrollIntoView({block: 'start'});
  }}, name);
}
const growth = bytes => bytes === 0 ? '0' : (bytes < 0 ? '-' : '+') + humanised(Math.abs(bytes));

// The objects of one type that retain most, each with a path to it.
function objectsOf(kind, columns) {
  const list = kind.largest.map(object => element('tr', {'data-object': object.id},
    element('td', {}, object.at < 0 ? element('code', {}, '@' + object.id) : element('button',
      {type: 'button', class: 'object', onclick: () => reveal(object.at)}, '@' + object.id), ' ', object.name),
    element('td', {}, humanised(object.retained)), element('td', {}, grouped(object.objects)),
    element('td', {}, element('code', {}, object.path))));
  return element('tr', {}, element('td', {class: 'sub', colspan: columns}, element('table', {},
    element('thead', {}, element('tr', {}, ...['object', 'retained', 'objects', 'reached by']
      .map(text => element('th', {scope: 'col'}, text)))), element('tbody', {}, ...list))));
}
