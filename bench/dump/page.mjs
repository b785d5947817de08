// Opens a page of `heapprof page` in headless Chromium. Prints how long it takes to draw the tree, to enlarge
// a box, to open a group, to show the first results of a search, and all of them; how long each of these
// blocks the page at most; and the number of elements afterwards. `./dev bench page` calls this.
//
//     node page.mjs HEAPPROF [OBJECTS]        a heap of this many objects, by default a million
//     node page.mjs HEAPPROF FILE             a dump
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const [heapprof, what = '1000000'] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const fail = message => {
    console.error(`page: ${message}`);
    process.exit(1);
};

// Lists of lists of objects of fifty types, and a list of equal points, which are a third of all objects.
function generate(file, count) {
    const out = fs.openSync(file, 'w');
    let lines = '', seed = 1;
    const random = limit => (seed = (seed * 48271) % 2147483647) % limit;
    const line = (id, type, size, refs, name = '') => {
        lines += JSON.stringify({ id, type, size, name, refs, roots: id === 0 ? ['app'] : [] }) + '\n';
        if (lines.length > 1 << 20) fs.writeSync(out, lines), lines = '';
    };
    const points = Math.floor(count / 3), rest = count - points;
    const below = Array.from({ length: rest }, () => []);
    for (let id = 1; id < rest; ++id) below[id < 100 ? 0 : random(Math.min(id, rest >> 2))].push(id);
    below[0].push(rest);
    for (let id = 0; id < rest; ++id)
        line(id, 'Type' + id % 50, 16 + random(100), below[id], id % 4 ? '' : 'name ' + random(count));
    line(rest, 'Points', 64, Array.from({ length: points - 1 }, (_, i) => rest + 1 + i));
    for (let id = rest + 1; id < count; ++id) line(id, 'Point', 32, []);
    lines += JSON.stringify({ objects: count }) + '\n';
    fs.writeSync(out, lines);
    fs.closeSync(out);
}

let dump = what;
if (/^\d+$/.test(what)) generate(dump = path.join(folder, 'heap.jsonl'), Number(what));
const page = path.join(folder, 'heap.html');
const made = spawnSync(heapprof, ['page', dump, '-o', page], { stdio: 'inherit' });
if (made.status !== 0) process.exit(1);
console.log(`file                ${(fs.statSync(page).size / 1e6).toFixed(1)} MB`);

// The protocol of DevTools, through two pipes.
const chromium = spawn('sh', ['-c', 'cat | chromium --headless --no-sandbox --disable-gpu ' +
    '--remote-debugging-pipe --window-size=1400,1000 --user-data-dir="$0" 3<&0 4>&1 >/dev/null | cat',
    path.join(folder, 'profile')], { stdio: ['pipe', 'pipe', 'ignore'] });
chromium.on('exit', () => fail('Chromium has ended'));
const waiting = new Map();
let number = 0, buffer = '', session;
chromium.stdout.setEncoding('utf8').on('data', some => {
    const messages = (buffer += some).split('\0');
    buffer = messages.pop();
    for (const { id, result, error } of messages.map(text => JSON.parse(text)))
        if (waiting.has(id)) (error ? waiting.get(id).no(error) : waiting.get(id).yes(result));
});
const call = (method, params = {}) => new Promise((yes, no) => {
    waiting.set(++number, { yes, no });
    chromium.stdin.write(JSON.stringify({ id: number, method, params, sessionId: session }) + '\0');
});
const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
session = (await call('Target.attachToTarget', { targetId, flatten: true })).sessionId;
await call('Page.enable');
await call('Emulation.setFocusEmulationEnabled', { enabled: true });
// Before the page's own scripts: observes tasks of 50 ms or more.
await call('Page.addScriptToEvaluateOnNewDocument', { source: `
    var benchBusy = [];
    new PerformanceObserver(list => benchBusy.push(...list.getEntries().map(each => each.duration)))
        .observe({type: 'longtask', buffered: true});
    var benchDrawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    async function timed(task) {
        await benchDrawn();
        benchBusy.length = 0;
        const begin = performance.now();
        await task();
        await benchDrawn();
        const end = performance.now();
        await new Promise(done => setTimeout(done, 50));
        return [end - begin, Math.max(0, ...benchBusy)];
    }` });
const ask = async expression => {
    const { result, exceptionDetails } =
        await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
};
const print = (name, [whole, longest]) => console.log(name.padEnd(20) + `${whole.toFixed(0)} ms, ` +
    (longest ? `the longest task ${longest.toFixed(0)} ms` : 'no task of 50 ms'));
await call('Page.navigate', { url: 'file://' + page });
for (;;) {  // until its scripts are loaded
    if (await ask(`document.readyState === 'complete' && typeof ready === 'object'`)) break;
    await new Promise(resume => setTimeout(resume, 20));
}
const search = (text, isUnanswered) => `timed(async () => { set({find: '${text}'});
    while (byId('found').textContent${isUnanswered}) await new Promise(done => setTimeout(done, 1)); })`;
print('opening', await ask('ready.then(benchDrawn)' +
    '.then(() => [performance.now(), Math.max(0, ...benchBusy)])'));
const firstDrawn = test =>
    `[...drawn.values()].slice(1).map(d => d.data.box).find(box => ${test})`;
const inner = firstDrawn('!box.isGroup && box.above.key !== "0"');
print('enlarging a box', await ask(`timed(() => enlarge(${inner}))`));
print('and back', await ask(`timed(() => set({at: ''}))`));
print('opening a group', await ask(`timed(() => enlarge(${firstDrawn('box instanceof Group')}))`));
print('the treemap', await ask(`timed(() => set({at: '', as: 'treemap'}))`));
print('the icicle', await ask(`timed(() => set({as: ''}))`));
for (const text of ['type', 'name 12', 'point', '@' + (Number(what) || 1000) / 2]) {
    print(`finding '${text}'`, await ask(search(text, ` === '…'`)));
    await ask(`timed(() => set({find: ''}))`);
    print('    all of it', await ask(search(text, `.endsWith('…')`)));
    await ask(`timed(() => set({find: ''}))`);
}
console.log(`elements            ${await ask('document.querySelectorAll("*").length')}`);
console.log(`objects             ${await ask('tree.objects[0]')}, of which ${await ask('tree.size')} boxes`);
chromium.removeAllListeners('exit').stdin.end();
await new Promise(resume => chromium.on('exit', resume));
