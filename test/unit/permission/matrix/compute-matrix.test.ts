import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../../main/core/permission/decide';
import { decideAs } from '../../../../main/core/permission/decide-as';
import { computeMatrix } from '../../../../main/core/permission/matrix/compute-matrix';
import { listRows, namedInRules } from '../../../../main/core/permission/matrix/list-rows';
import { rowProbes } from '../../../../main/core/permission/matrix/row-probes';
import { projectChecks } from '../../../../main/core/permission/matrix/row-rules';
import { derivePrincipal, mainPrincipal } from '../../../../main/core/permission/principal';
import type { Rule } from '../../../../main/core/permission/rule';
import { createRuleSet } from '../../../../main/core/permission/rule-set';
import type { Matrix } from '../../../../shared/model/matrix';
import { FOLDER, HOME, rule, shellParser } from '../support';

const CHECKS = projectChecks(new Set(['package.json']));
const AGENTS = [
  { name: 'reader', tools: ['Read', 'Grep'], source: { file: `${FOLDER}/.claude/agents/reader.md`, line: 3 } },
  { name: 'planner', mode: 'plan' as const, source: { file: `${FOLDER}/.claude/agents/planner.md`, line: 2 } },
];
const SCOPES = (['user', 'project', 'local', 'session'] as const).map((scope) => ({ scope, editable: true }));
const ruleSet = (rules: readonly Rule[]) =>
  createRuleSet(rules, { folder: FOLDER, home: HOME, directories: [], ignoreCase: false, parse: shellParser.parse });
const rowsOf = (rules: readonly Rule[]) =>
  listRows(namedInRules(rules), [{ name: 'Docs', rules: ['Edit(docs/**)', 'Bash(npm run docs:*)'] }], CHECKS);
const compute = (rules: readonly Rule[]): Promise<Matrix> =>
  computeMatrix({
    rows: rowsOf(rules),
    scopes: SCOPES,
    rules,
    agents: AGENTS,
    mode: 'default',
    checks: CHECKS,
    ruleSet,
    identify: (action) => action,
    pace: async () => undefined,
  });
const rulesOf = (...lines: string[]) => lines.map((line, index) => rule(line, index + 1));
const cellsOf = (matrix: Matrix, row: string) =>
  Object.fromEntries(
    matrix.cells
      .filter((cell) => cell.row === row)
      .map(({ column, verdict, mixed }) => [column, `${verdict ?? '–'}${mixed ? ' mixed' : ''}`]),
  );

const texts = [
  'Bash',
  'Bash(git *)',
  'Bash(git push *)',
  'Bash(npm test *)',
  'Bash(rm *)',
  'Read(**)',
  'Read(//**)',
  'Edit(**)',
  'Edit(src/**)',
  'WebFetch',
  'WebFetch(domain:a.example)',
  'mcp__git',
  'mcp__git__push',
  'Agent(x)',
  'Skill(commit *)',
];
const ruleLine = fc
  .tuple(fc.constantFrom('user', 'project', 'local', 'session'), fc.constantFrom('deny', 'ask', 'allow'), fc.constantFrom(...texts))
  .map(([scope, verdict, text]) => `${scope}:${verdict} ${text}`);

describe('the matrix', () => {
  it('says by default what docs/permissions.md says', async () => {
    const matrix = await compute([]);
    const inMode = (mode: string) => Object.fromEntries(matrix.rows.map(({ id }) => [id, cellsOf(matrix, id)[`mode:${mode}`]]));
    expect(inMode('default')).toEqual({
      'read-project': 'allow',
      'read-outside': 'ask',
      'read-secrets': 'deny',
      'write-source': 'ask',
      'write-outside': 'ask',
      'write-secrets': 'deny',
      'write-protected': 'ask',
      delete: 'ask',
      'run-read-only': 'allow',
      'run-checks': 'ask',
      'run-other': 'ask',
      network: 'ask',
      'git-read': 'allow',
      'git-commit': 'ask',
      'git-publish': 'ask',
      deploy: 'ask',
      mcp: 'ask',
      agent: 'allow',
      skill: 'ask',
      'custom:Docs': 'ask',
    });
    expect(inMode('acceptEdits')).toMatchObject({
      'write-source': 'allow',
      'write-outside': 'ask',
      'write-protected': 'ask',
      'git-publish': 'ask',
    });
    expect(inMode('plan')).toMatchObject({ 'read-project': 'allow', 'write-source': 'deny', 'run-checks': 'ask' });
    expect(inMode('dontAsk')).toMatchObject({ 'write-source': 'deny', 'git-read': 'allow' });
    expect(inMode('bypassPermissions')).toMatchObject({ 'write-source': 'allow', 'read-secrets': 'deny' });
  });

  it('shows what each scope says, what is decided, and what a sub-agent may', async () => {
    const matrix = await compute(
      rulesOf('user:allow Bash(git commit *)', 'project:ask Bash(git *)', 'local:deny Edit(**)', 'session:allow Bash(npm test *)'),
    );
    expect(cellsOf(matrix, 'git-commit')).toMatchObject({
      'scope:user': 'allow mixed',
      'scope:project': 'ask',
      'scope:local': '–',
      'mode:default': 'ask',
    });
    expect(cellsOf(matrix, 'write-source')).toMatchObject({
      'scope:local': 'deny',
      'mode:acceptEdits': 'deny',
      'mode:bypassPermissions': 'deny',
    });
    expect(cellsOf(matrix, 'run-checks')).toMatchObject({ 'scope:session': 'allow mixed', 'mode:default': 'ask mixed' });
    expect(cellsOf(matrix, 'run-other')).toMatchObject({ 'agent:reader': 'deny', 'agent:planner': 'ask' });
    const asked = matrix.cells.find(({ row, column }) => row === 'git-commit' && column === 'mode:default');
    expect(asked?.probes[0]?.rule).toMatchObject({ text: 'Bash(git *)', scope: 'project', line: 2 });
  });

  it('marks a cell whose examples a rule or a mode tells apart', async () => {
    const matrix = await compute(
      rulesOf('local:allow Edit(src/**)', 'local:allow WebFetch(domain:a.example)', 'local:deny Bash(git push *)'),
    );
    expect(cellsOf(matrix, 'write-source')).toMatchObject({ 'scope:local': 'allow mixed', 'mode:default': 'ask mixed' });
    expect(cellsOf(matrix, 'network:a.example')).toMatchObject({ 'scope:local': 'allow mixed', 'mode:default': 'ask mixed' });
    expect(cellsOf(matrix, 'git-publish')).toMatchObject({ 'mode:default': 'deny mixed', 'mode:bypassPermissions': 'deny mixed' });
    expect(cellsOf(matrix, 'delete')).toMatchObject({
      'mode:acceptEdits': 'ask mixed',
      'mode:plan': 'ask',
      'mode:bypassPermissions': 'allow',
    });
  });

  it('has a row for each host, server, sub-agent and skill that rules name', () => {
    const ids = rowsOf(
      rulesOf('allow WebFetch(domain:a.example)', 'ask mcp__git__push', 'deny mcp__db', 'deny Agent(x)', 'allow Skill(commit *)'),
    ).map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['network:a.example', 'mcp:git', 'mcp:git/push', 'mcp:db', 'agent:x', 'skill:commit', 'custom:Docs']),
    );
  });

  it('says a rule of an untrusted folder with a mark, and counts it for nothing', async () => {
    const matrix = await compute([{ ...rule('project:allow WebFetch'), off: 'untrusted' }]);
    const cells = matrix.cells.filter(({ row }) => row === 'network');
    expect(cells.find(({ column }) => column === 'scope:project')).toMatchObject({ verdict: 'allow', off: true });
    expect(cells.find(({ column }) => column === 'mode:default')).toMatchObject({ verdict: 'ask' });
  });

  it('is in every cell what decide says about the example calls of the row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ruleLine, { maxLength: 6 }), async (lines) => {
        const rules = rulesOf(...lines);
        const matrix = await compute(rules);
        const set = ruleSet(rules);
        for (const row of matrix.rows) {
          for (const { action, call } of rowProbes(row, FOLDER, CHECKS)) {
            for (const column of matrix.columns) {
              if (column.kind === 'scope') continue;
              const agent = AGENTS.find(({ name }) => column.kind === 'agent' && name === column.agent);
              const decision =
                agent === undefined
                  ? decide({ action, mode: column.mode, agent: 'main' }, set)
                  : decideAs(derivePrincipal(mainPrincipal('main', 'default'), agent), action, set);
              const cell = matrix.cells.find((one) => one.row === row.id && one.column === column.id);
              expect(cell?.probes.find((probe) => probe.call === call)).toMatchObject({ decision: decision.decision });
            }
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('writes for each editable cell rules that decide the row as they say, where nothing else is set', async () => {
    for (const row of rowsOf([])) {
      for (const verdict of ['allow', 'ask', 'deny'] as const) {
        if (row.says[verdict].length === 0) continue;
        const rules = row.says[verdict].map((text, index) => rule(`project:${verdict} ${text}`, index + 1));
        const matrix = await compute(rules);
        expect([row.id, cellsOf(matrix, row.id)['mode:default']]).toEqual([row.id, verdict]);
      }
    }
  });
});
