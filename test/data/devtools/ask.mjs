// What DevTools' own engine (engine.mjs) says of a heap snapshot: for each node, in the order of the file, its
// own bytes, its retained bytes and the number of its immediate dominator.
//
//     node ask.mjs devtools-heap-snapshot-worker.js written.heapsnapshot > written.txt
import { eachNode } from './engine.mjs';

const lines = [];
await eachNode(process.argv[2], process.argv[3], (own, retained, dominator) =>
    lines.push(`${own} ${retained} ${dominator}\n`));
process.stdout.write(lines.join(''), () => process.exit(0));
