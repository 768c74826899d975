// Preloaded into a measured host. Each message from the bench is answered with the 99th percentile of the event loop's delay since the last, in ms.
const { monitorEventLoopDelay } = require('node:perf_hooks');

const RESOLUTION = 5;

// The command itself is what the bench started; its own children get no channel.
if (process.send) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  process.on('message', () => {
    process.send({ delay: Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION) });
    histogram.reset();
  });
  process.channel.unref();
}
delete process.env.NODE_OPTIONS;
