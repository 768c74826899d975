import { createClock } from '../../main/adapters/clock/create-clock';
import { createIds } from '../../main/adapters/clock/create-ids';
import { createHookRunner } from '../../main/adapters/hooks/create-hook-runner';
import { createNodeShell } from '../../main/adapters/shell/node-shell';
import { createProcessRecords } from '../../main/adapters/shell/process-records';

/** A process of the product that runs a command, one in the background and a hook, and lives on. */
const [home = ''] = process.argv.slice(2);
const parts = { ids: createIds(createClock()), env: { ...process.env, LEFT_TEST_HOME: home }, records: createProcessRecords(home) };
const common = { cwd: home, env: {}, timeoutMs: 300_000, signal: new AbortController().signal };
const command = "trap '' HUP TERM; sleep 300 & wait";
const shell = createNodeShell(parts);
for (const background of [false, true])
  shell.start({ ...common, command, background, maxChars: 100, spillPath: `${home}/spill-${background}`, onOutput: () => undefined });
createHookRunner(parts).start({ ...common, command, input: '{}', maxBytes: 100 });
