// --- One object --------------------------------------------------------------------------------------------

const amount = box => `${humanised(box.bytes)} in ${count(box.objects, 'object')}, ` +
  `${percent(box.bytes, tree.retained[0])} of the heap`;

// The selected box: its retained size, the path to it, and its contents by type.
function drawObject(box) {
  const terms = [], most = 8;
  const term = (key, ...value) => terms.push(element('dt', {}, key), element('dd', {}, ...value));
  const button = each => element('button', {type: 'button', class: 'object', 'data-show': each.key,
    onclick: () => (each instanceof One ? show(each.i) : enlarge(each))}, `${short(each.title)} ${each.id}`);
  term(box.isGroup ? 'objects' : 'object', element('strong', {}, box.title), ' ',
    element('code', {}, box.id));
  if (box.type && shortType(box.type) !== box.type) term('type', element('code', {}, box.type));
  term(view === views.dominators ? 'retained' : 'first reached by it', amount(box));
  if (view !== views.dominators && box instanceof One && box.i)
    term('retained', humanised(tree.retained[box.i]));
  if (box.growth !== null && data.dumps.length > 1)
    term('since ' + shortName(data.dumps[0].file), box.then === 0 && !box.isGroup && box.key !== '0'
      ? 'new' : `${growth(box.growth)}${box.then === null ? '' : ` from ${humanised(box.then)}`}`);
  else if (tree.then && !box.isGroup) term('since ' + shortName(data.dumps[0].file), 'not known');
  if (box.own !== null && box.key !== '0' && !box.isGroup) term('its own', humanised(box.own));
  if (box instanceof One && tree.place[box.i]) term('made in', element('code', {}, placeOf(box.i)));
  if (box.key !== '0' && !box.isGroup) {
    const {path, after} = wayOf(box.i);
    term('reached by', after ? `after ${count(after, 'step')} ` : '', element('code', {class: 'path'}, path));
  }
  if (box.above && box.above.key !== '0') term(view === views.dominators ? 'kept by' : 'reached from', button(box.above));
  const inner = box.contents(), parts = [];
  for (let j = 0; j < Math.min(inner.size, most); ++j)
    parts.push(element('li', {}, button(inner.at(j)), ' ', element('span', {class: 'faint'},
      humanised(inner.bytes(j)))));
  if (inner.size > most)
    parts.push(element('li', {class: 'faint'}, `and ${grouped(inner.size - most)} more`));
  if (parts.length) term('of which', element('ol', {class: 'parts'}, ...parts));
  else if (box.isGroup)
    term('', 'These are not in the file, for they are small: heapprof page --objects N takes more.');
  byId('object').replaceChildren(element('dl', {}, ...terms));
  byId('object').dataset.at = box.key;
}
