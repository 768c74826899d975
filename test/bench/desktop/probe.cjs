// The main script of a measured app. Loads the real main script, or opens a blank window, and says on standard output when the
// first window can be used: `BENCH {"ready": <milliseconds since the epoch>}`. A line on standard input asks what repeats in it.
const { app, BrowserWindow, contentTracing } = require('electron');
const { readFileSync, rmSync } = require('node:fs');

const { BENCH_MAIN, BENCH_READY } = process.env;
const say = (value) => process.stdout.write(`BENCH ${JSON.stringify(value)}\n`);

let timers = 0;
for (const name of ['setTimeout', 'setInterval']) {
  const real = globalThis[name];
  globalThis[name] = (work, ...rest) => {
    const counted = (...args) => {
      timers += 1;
      work(...args);
    };
    return real(counted, ...rest);
  };
}

// The page is asked from outside: what is measured has no part in it.
const WHEN_READY = `new Promise((resolve) => {
  const look = () => (${BENCH_READY}) ? requestAnimationFrame(() => resolve(Date.now())) : requestAnimationFrame(look);
  look();
})`;

app.on('browser-window-created', (_event, window) => {
  window.webContents.once('dom-ready', async () => say({ ready: await window.webContents.executeJavaScript(WHEN_READY) }));
});

// For ten seconds: how often timers and animation frames fired in all pages, and timers in the main process.
process.stdin.setEncoding('utf8').on('data', async () => {
  await contentTracing.startRecording({ included_categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  const before = timers;
  await new Promise((resolve) => setImmediate(() => setTimeout(resolve, 10_000)));
  const file = await contentTracing.stopRecording();
  const events = JSON.parse(readFileSync(file, 'utf8')).traceEvents;
  rmSync(file);
  const count = (name) => events.filter((event) => event.name === name).length;
  say({ timers: count('TimerFire'), frames: count('FireAnimationFrame'), main: timers - before - 1 });
});

if (BENCH_MAIN) require(BENCH_MAIN);
else
  app
    .whenReady()
    .then(() =>
      new BrowserWindow({ width: 1360, height: 860, webPreferences: { sandbox: true } }).loadURL(
        'data:text/html,<title>Blank</title><p>Blank',
      ),
    );
