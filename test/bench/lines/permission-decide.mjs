import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadLibrary } from '../support/load-library.mjs';
import { median } from '../support/statistics.mjs';

const RULES = 1_000;
const CALLS = 2_000;
const MANY_RULES = 30_000;
const TEN_PARTS =
  'cd src && git status && npm test -- --run | tail -5; cat a.ts > /dev/null || echo "x y" && ls -la; pwd; git log --oneline; tool12 --flag';

/** Deciding against 1,000 rules: a simple call, and a command of ten parts that is parsed each time. Loading very many rules. */
export async function measurePermissionDecide({ runs }) {
  const { createBashParser, createRuleSet, decide, parseRule } = await loadLibrary();
  const parser = createBashParser();
  await parser.ready();
  const rules = createRuleSet(makeRules(parseRule), {
    folder: '/home/ann/shop',
    home: '/home/ann',
    directories: [],
    ignoreCase: false,
    parse: parser.parse,
  });
  const action = (fields) => ({ tool: 'Bash', capability: 'execute', paths: [], params: {}, summary: '', ...fields });
  const time = (makeAction) => {
    const times = [];
    for (let call = 0; call < CALLS; call += 1) {
      const one = makeAction(call);
      const from = performance.now();
      decide({ action: one, mode: 'default', agent: 'main' }, rules);
      times.push((performance.now() - from) * 1_000);
    }
    return median(times);
  };
  const rows = { read: [], simple: [], compound: [] };
  for (let run = -1; run < runs; run += 1) {
    const read = time((call) => action({ tool: 'Read', capability: 'read', paths: [`/home/ann/shop/src/file${call}.ts`] }));
    const simple = time((call) => action({ command: `tool${call % 900} --flag ${run} ${call}` }));
    const compound = time((call) => action({ command: `${TEN_PARTS} ${run} ${call}` }));
    if (run < 0) continue;
    rows.read.push(read);
    rows.simple.push(simple);
    rows.compound.push(compound);
  }
  const row = (what, values, most) => ({ what, unit: 'µs', values, limit: `≤ ${most} µs`, met: median(values) <= most });
  return [
    row('a decision on a file, 1,000 rules', rows.read, 100),
    row('a decision on a simple command, 1,000 rules', rows.simple, 100),
    row('a decision on a command of ten parts', rows.compound, 300),
    await measureLoading(runs),
  ];
}

/** From the settings file to the first command that could be decided, the grant of its sandbox included. */
async function measureLoading(runs) {
  const { createNodeFileSystem, createPolicy } = await loadLibrary();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const list = (verdict) =>
    Array.from({ length: MANY_RULES / 3 }, (_, at) =>
      at % 2 === 0 ? `Bash(tool${at} ${verdict} *)` : at % 3 === 0 ? `Read(/${verdict}${at}/**)` : `Edit(//srv/${verdict}/${at}/**)`,
    );
  mkdirSync(join(folder, '.claude'));
  const permissions = { deny: list('deny'), ask: list('ask'), allow: list('allow') };
  writeFileSync(join(folder, '.claude/settings.json'), JSON.stringify({ permissions }, undefined, 2));
  const options = {
    ...{ files: createNodeFileSystem(), folder, home: join(folder, 'home'), ignoreCase: false },
    isTrusted: async () => true,
    findSandbox: async () => ({ available: true, network: true }),
  };
  const values = [];
  for (let run = -1; run < runs; run += 1) {
    const from = performance.now();
    const policy = await createPolicy(options);
    await policy.prepare({ tool: 'Bash', capability: 'execute', paths: [], params: {}, summary: '', command: 'ls' });
    if (run >= 0) values.push(performance.now() - from);
  }
  rmSync(folder, { recursive: true });
  const limit = 2_000;
  return { what: '30,000 rules loaded', unit: 'ms', values, limit: `≤ ${limit} ms`, met: median(values) <= limit };
}

function makeRules(parseRule) {
  return Array.from({ length: RULES }, (_, index) => {
    const text = index % 5 === 0 ? `Read(/src/part${index}/**)` : index % 7 === 0 ? `Bash(tool${index} * --force)` : `Bash(tool${index} *)`;
    const verdict = index % 10 === 0 ? 'deny' : index % 10 === 1 ? 'ask' : 'allow';
    return { ...parseRule(text, verdict).rule, ref: { text, verdict, scope: 'project' }, sourceBase: '/home/ann/shop' };
  });
}
