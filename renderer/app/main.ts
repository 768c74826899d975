// zod reads this when a schema is made: without it each object schema tries `new Function`, which the content policy reports.
// It must be set before any schema is loaded, hence the second import, which also lets the static shell paint first.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
void import('./boot').then(({ boot }) => boot());
