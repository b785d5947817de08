// --- Findings ----------------------------------------------------------------------------------------------

// The answer of `heapprof leaks`; a click shows the largest object of a finding.
function drawFindings() {
  if (!data.leaks) return;
  const {heading, findings, leaks} = data.leaks;
  byId('findings').hidden = false;
  byId('findings-heading').textContent = leaks ? 'What leaks' : data.dumps.length > 1 ? 'What grows' : 'What is large';
  byId('findings-about').textContent = heading;
  byId('found-leaks').replaceChildren(...findings.map(each => element('li', {'data-finding': each.name},
    each.at < 0 ? element('strong', {}, each.title) : element('button', {type: 'button', class: 'object',
      onclick: () => reveal(each.at)}, each.title),
    element('p', {}, each.text), element('code', {}, each.next))));
}
