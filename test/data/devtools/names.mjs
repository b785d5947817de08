// The names in a heap snapshot as DevTools' own engine (engine.mjs) sees them: the number of objects of each
// class, the most frequent first, and of each string.
//
//     node names.mjs devtools-heap-snapshot-worker.js app.heapsnapshot
import { eachNode } from './engine.mjs';

const counts = new Map();
await eachNode(process.argv[2], process.argv[3], (own, retained, dominator, node) => {
    const name = node.type() === 'string' ? JSON.stringify(node.name()) : node.className();
    counts.set(name, (counts.get(name) ?? 0) + 1);
});
const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
process.stdout.write(sorted.map(([name, count]) => `${count} ${name}\n`).join(''), () => process.exit(0));
