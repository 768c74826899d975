import { loadLibrary } from '../support/load-library.mjs';
import { median } from '../support/statistics.mjs';

const RULES = 1_000;
const CALLS = 2_000;
const TEN_PARTS =
  'cd src && git status && npm test -- --run | tail -5; cat a.ts > /dev/null || echo "x y" && ls -la; pwd; git log --oneline; tool12 --flag';

/** Deciding against 1,000 rules: a simple call, and a command of ten parts that is parsed each time. */
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
  ];
}

function makeRules(parseRule) {
  return Array.from({ length: RULES }, (_, index) => {
    const text = index % 5 === 0 ? `Read(/src/part${index}/**)` : index % 7 === 0 ? `Bash(tool${index} * --force)` : `Bash(tool${index} *)`;
    const verdict = index % 10 === 0 ? 'deny' : index % 10 === 1 ? 'ask' : 'allow';
    return { ...parseRule(text, verdict).rule, ref: { text, verdict, scope: 'project' }, sourceBase: '/home/ann/shop' };
  });
}
