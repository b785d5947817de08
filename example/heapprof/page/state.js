// --- State -------------------------------------------------------------------------------------------------
//
// It is in the part of the address after '#': at (the box that is enlarged), as (icicle or treemap), find,
// sort, open (a type whose objects are listed), all (lines of tables) and theme; so a link shows what its
// sender saw.

const data = JSON.parse(byId('data').textContent);
const inAddress = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
let state = inAddress();
function set(changes) {
  const before = state.at || '';
  Object.assign(state, changes);
  for (const key of Object.keys(state)) if (state[key] === '' || state[key] == null) delete state[key];
  const address = '#' + new URLSearchParams(state);
  if (before === (state.at || '')) history.replaceState(null, '', address);
  else history.pushState(null, '', address);  // so that the browser goes back to it
  draw();
}
window.addEventListener('hashchange', () => {
  state = inAddress();
  draw();
});
