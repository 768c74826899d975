declare global {
  // Read by zod when a schema is made: without it each object schema tries `new Function`, which the content policy reports.
  var __zod_globalConfig: { jitless: boolean } | undefined;
}

// Set before any schema is loaded; hence the rest comes by a second import, which also lets the static shell paint first.
globalThis.__zod_globalConfig = { jitless: true };
const { boot } = await import('./boot');
await boot();
