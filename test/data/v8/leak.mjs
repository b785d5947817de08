// A program with a leak, for Node, Deno and Bun: it answers 300 requests, forgets none of their sessions, and
// has a listener for every tenth. It writes its heap to FILE:
//
//     node leak.mjs FILE          deno run --allow-all leak.mjs FILE          bun leak.mjs FILE
import { writeHeapSnapshot } from 'node:v8';

class Session {
    constructor(i) {
        this.user = `user ${i}`;
    }
}

const requests = new Map();
const listeners = [];
for (let i = 0; i < 300; ++i) {
    const session = new Session(i);
    requests.set(`request ${i}`, session);
    if (i % 10 === 0) listeners.push(function onEvent() { return session; });
}
globalThis.app = { requests, listeners, latest: requests.get('request 299') };
if (process.argv[2]) {
    writeHeapSnapshot(process.argv[2]);
} else {  // so that others can take a snapshot of it (inspect.mjs)
    console.log('ready');
    setInterval(() => {}, 1000);
}
