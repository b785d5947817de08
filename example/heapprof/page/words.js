// The script of the page of `heapprof page`. Texts of the heap are inserted as text, never as HTML.

// --- Words -------------------------------------------------------------------------------------------------

const byId = id => document.getElementById(id);
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
// About n round amounts of bytes on a scale: 1, 2 or 5 times 1, 10 or 100 units.
function ticks(scale, n) {
  const most = scale.domain()[1], unit = 1024 ** Math.max(0, Math.floor(Math.log(most) / Math.log(1024)));
  return d3.ticks(0, most / unit, n).map(value => value * unit).filter(Number.isInteger);
}
// A text with its control characters and invisible ones as escapes.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const escaped = text => text.replace(unseen, c => {
  const code = c.codePointAt(0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : '\\u' + code.padStart(4, '0');
});
// "java.util.HashMap$Node[]" is "HashMap$Node[]"; what is no name of a class with packages stays.
const shortType = type => type.replace(/^(?:[a-z_][\w$]*\.)+(?=[A-Z][\w$]*(?:\[\])*$)/, '');
const shortName = file => file.replace(/^.*\//, '').replace(/\.gz$/, '').replace(/\.[^.]*$/, '');
const count = (number, word) => grouped(number) + ' ' + word + (number === 1 ? '' : 's');

// A colour for a text, the same on every page: one of Paul Tol's nine, which the colour-blind can
// distinguish, in lighter and darker variants. Areas also have one of four patterns.
const hues = ['#4477aa', '#66ccee', '#228833', '#ccbb44', '#ee6677', '#aa3377', '#ee8866', '#44bb99', '#997700'];
function hash(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return (hash ^ hash >>> 15) >>> 0;
}
const lookOf = text => hash(text) % 9 + 9 * (hash(text) / 9 & 1);
const fillOf = look => `color-mix(in oklab, ${hues[look % 9]} var(--tint-${look < 9 ? 1 : 2}), var(--mix))`;
const colour = text => fillOf(lookOf(text));
const strongColour = text => `color-mix(in oklab, ${hues[hash(text) % 9]} 88%, var(--mix))`;
const patternOf = text => hash(text) / 18 & 3;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
