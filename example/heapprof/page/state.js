// --- State -------------------------------------------------------------------------------------------------
//
// The state is in the fragment of the address: at (the zoomed box), as (icicle or treemap), tree (dominators or
// paths), colour (growth or types), find, sort, open (the type with listed objects), all (lines of tables) and
// theme. So a link shows its sender's view.

const data = JSON.parse(byId('data').textContent,
  (_, value) => typeof value === 'string' ? escaped(value) : value);
const inAddress = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
let state = inAddress();
function set(changes) {
  const before = state.at || '';
  Object.assign(state, changes);
  for (const key of Object.keys(state)) if (state[key] === '' || state[key] == null) delete state[key];
  const address = '#' + new URLSearchParams(state);
  if (before === (state.at || '')) history.replaceState(null, '', address);
  else history.pushState(null, '', address);  // for the back button
  draw();
}
window.addEventListener('hashchange', () => {
  state = inAddress();
  draw();
});
