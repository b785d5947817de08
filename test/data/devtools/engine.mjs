// DevTools' own engine, as npm's chrome-devtools-mcp has it:
//
//     npm install --ignore-scripts chrome-devtools-mcp@1.11.0
//
// `worker` is its node_modules/chrome-devtools-mcp/build/src/third_party/devtools-heap-snapshot-worker.js.
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
async function imported(worker) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'devtools-'));
    const file = path.join(folder, 'engine.mjs');
    fs.writeFileSync(file, fs.readFileSync(worker, 'utf8').replace(/\nconst dispatcher = new[^]*$/,
        '\nexport { HeapSnapshotLoader, SecondaryInitManager };\n'));
    const engine = await import(url.pathToFileURL(file));
    fs.rmSync(folder, { recursive: true });
    return engine;
}

// Calls f(own bytes, retained bytes, number of the immediate dominator, node) for each node of the snapshot, in
// the order of the file. What the engine itself prints goes to standard error.
export async function eachNode(worker, snapshotFile, f) {
    console.log = console.warn = console.error;
    const { HeapSnapshotLoader, SecondaryInitManager } = await imported(worker);
    const loader = new HeapSnapshotLoader({ sendEvent() {} });
    const text = fs.createReadStream(snapshotFile, { encoding: 'utf8', highWaterMark: 1 << 20 });
    for await (const block of text) loader.write(block);
    loader.close();
    const { port1, port2 } = new MessageChannel();
    new SecondaryInitManager(port2);
    const snapshot = await loader.buildSnapshot(port1);
    const node = snapshot.createNode(0);
    for (let i = 0; i < snapshot.nodeCount; ++i) {
        node.nodeIndex = i * snapshot.nodeFieldCount;
        f(node.selfSize(), node.retainedSize(), node.dominatorIndex() / snapshot.nodeFieldCount, node);
    }
}
