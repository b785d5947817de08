// --- Over time ---------------------------------------------------------------------------------------------

// Hatching patterns: none, and lines in three directions.
const hatches = ['', 'M0,7L7,0', 'M0,0L7,7', 'M0,3.5H7'];

function drawTimes() {
  if (data.dumps.length < 2) return;
  byId('times').hidden = false;
  byId('areas').replaceChildren(...data.tables.map((table, place) => {
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
    svg.append('defs').selectAll('pattern').data(hatches).join('pattern')
      .attr('id', (d, i) => `hatch-${place}-${i}`).attr('width', 7).attr('height', 7)
      .attr('patternUnits', 'userSpaceOnUse').append('path').attr('class', 'hatch').attr('d', d => d);
    const fill = ({name}) => name === '(rest)' ? 'var(--line)' : colour(name);
    const hatch = ({name}) => name === '(rest)' ? 'none' : `url(#hatch-${place}-${patternOf(name)})`;
    const area = d3.area().x((d, s) => x(s)).y0(d => y(d[0])).y1(d => y(d[1]));
    svg.selectAll('path.band').data(stacked).join('path').attr('class', 'band')
      .attr('data-band', (d, band) => bands[band].name)
      .attr('fill', (d, band) => fill(bands[band]))
      .attr('d', area).append('title')
      .text((d, band) => `${bands[band].name}\n${bands[band].bytes.map(humanised).join(' → ')}`);
    svg.selectAll('path.hatched').data(stacked).join('path').attr('class', 'hatched')
      .attr('fill', (d, band) => hatch(bands[band])).attr('d', area);
    svg.selectAll('line.sample').data(samples).join('line').attr('class', 'sample')
      .attr('x1', x).attr('x2', x).attr('y1', 8).attr('y2', height - bottom);
    // names at the last sample, if there is room
    const end = samples.length - 1, room = d => y(d[end][0]) - y(d[end][1]);
    svg.selectAll('text.name').data(stacked).join('text').attr('class', 'name')
      .attr('x', x(end) - 6).attr('y', d => (y(d[end][0]) + y(d[end][1])) / 2 + 4)
      .text((d, band) => room(d) < 14 ? '' : short(bands[band].name));
    const legend = element('div', {class: 'legend'}, ...[...bands].reverse().map(band => {
      const swatch = d3.create('svg').attr('class', 'swatch').attr('viewBox', '0 0 14 14');
      for (const look of [fill(band), hatch(band)])
        swatch.append('rect').attr('width', 14).attr('height', 14).attr('rx', 2).attr('fill', look);
      return element('span', {}, swatch.node(), band.name);
    }));
    return element('div', {}, element('h3', {}, 'by ' + table.by.join(', ')), svg.node(), legend);
  }));
}
