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
