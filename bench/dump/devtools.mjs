// Reads a heap snapshot with DevTools' own engine, as npm's chrome-devtools-mcp has it, and prints the hash of
// all own and retained sizes:
//
//     node --max-old-space-size=16384 devtools.mjs devtools-heap-snapshot-worker.js app.heapsnapshot
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as url from 'node:url';

Promise.withResolvers ??= function () {  // not in Node 20
    const result = {};
    result.promise = new Promise((resolve, reject) => Object.assign(result, { resolve, reject }));
    return result;
};

// The engine as a module, without the lines at its end that make it serve a page.
const [worker, file] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'devtools-'));
const engine = fs.readFileSync(worker, 'utf8').replace(/\nconst dispatcher = new[^]*$/,
    '\nexport { HeapSnapshotLoader, SecondaryInitManager };\n');
fs.writeFileSync(path.join(folder, 'engine.mjs'), engine);
const { HeapSnapshotLoader, SecondaryInitManager } =
    await import(url.pathToFileURL(path.join(folder, 'engine.mjs')));
fs.rmSync(folder, { recursive: true });

const loader = new HeapSnapshotLoader({ sendEvent() {} });
for await (const block of fs.createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 }))
    loader.write(block);
loader.close();
const { port1, port2 } = new MessageChannel();
new SecondaryInitManager(port2);
const snapshot = await loader.buildSnapshot(port1);
const node = snapshot.createNode(0);
let hash = 0;
for (let i = 0; i < snapshot.nodeCount; ++i) {
    node.nodeIndex = i * snapshot.nodeFieldCount;
    hash = Math.imul(hash, 31) + Math.imul(node.selfSize(), 7) + node.retainedSize() >>> 0;
}
console.log(hash);
process.exit(0);
