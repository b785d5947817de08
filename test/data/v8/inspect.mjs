// Writes the heap of a program that runs with --inspect to FILE, as Chrome's DevTools takes a snapshot of it:
//
//     deno run --allow-all inspect.mjs FILE deno run --inspect=127.0.0.1:0 --allow-all leak.mjs
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const [file, program, ...parameters] = process.argv.slice(2);
const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
const seen = async (stream, pattern) => {
    let text = '';
    for await (const some of stream) {
        const found = (text += some).match(pattern);
        if (found) return found[0];
    }
    throw new Error('the program has ended: ' + text);
};
try {
    const [address] = await Promise.all([seen(child.stderr, /ws:\/\/\S+/), seen(child.stdout, /ready/)]);
    const socket = new WebSocket(address);
    await new Promise((yes, no) => { socket.onopen = yes; socket.onerror = no; });
    const chunks = [], waiting = new Map();
    socket.onmessage = ({ data }) => {
        const { id, method, params, result } = JSON.parse(data);
        if (method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(params.chunk);
        if (waiting.has(id)) waiting.get(id)(result);
    };
    const call = method => new Promise(yes => {
        waiting.set(waiting.size + 1, yes);
        socket.send(JSON.stringify({ id: waiting.size, method }));
    });
    await call('HeapProfiler.enable');
    await call('HeapProfiler.takeHeapSnapshot');
    writeFileSync(file, chunks.join(''));
} finally {
    child.kill('SIGKILL');
}
process.exit(0);
