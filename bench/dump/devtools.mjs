// Reads a heap snapshot with DevTools' own engine, and prints the hash of all own and retained sizes:
//
//     node --max-old-space-size=16384 devtools.mjs devtools-heap-snapshot-worker.js app.heapsnapshot
import { eachNode } from '../../test/data/devtools/engine.mjs';

let hash = 0;
await eachNode(process.argv[2], process.argv[3], (own, retained) => {
    hash = Math.imul(hash, 31) + Math.imul(own, 7) + retained >>> 0;
});
process.stdout.write(hash + '\n', () => process.exit(0));
