// What DevTools' own engine says of a heap snapshot: for each node, in the order of the file, its own bytes,
// its retained bytes and the number of its immediate dominator.
//
//     npm install --ignore-scripts chrome-devtools-mcp@1.11.0
//     node ask.mjs node_modules/chrome-devtools-mcp/build/src/third_party/devtools-heap-snapshot-worker.js \
//         written.heapsnapshot > written.txt
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

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
const { HeapSnapshotLoader, SecondaryInitManager } = await import(path.join(folder, 'engine.mjs'));
fs.rmSync(folder, { recursive: true });

const loader = new HeapSnapshotLoader({ sendEvent() {} });
loader.write(fs.readFileSync(file, 'utf8'));
loader.close();
const { port1, port2 } = new MessageChannel();
new SecondaryInitManager(port2);
const snapshot = await loader.buildSnapshot(port1);
const node = snapshot.createNode(0);
for (let i = 0; i < snapshot.nodeCount; ++i) {
    node.nodeIndex = i * snapshot.nodeFieldCount;
    console.log(node.selfSize(), node.retainedSize(), node.dominatorIndex() / snapshot.nodeFieldCount);
}
process.exit(0);
