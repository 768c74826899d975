import { join } from 'node:path/posix';
import type { MatrixRow } from '../../../../shared/model/matrix';
import type { Action } from '../../../../shared/model/permission';
import { parseRule } from '../parse-rule';

/** An example call of a row, as it is shown and as it is decided. */
export interface ProbeCall {
  call: string;
  action: Action;
}

const MOST_CHECKS = 6;

/** Example calls that stand for a row: of each kind that rules or modes tell apart, one. */
export function rowProbes(row: MatrixRow, folder: string, checks: readonly string[]): ProbeCall[] {
  if (row.custom !== undefined) return row.custom.rules.flatMap((rule) => sampleOf(rule, folder) ?? []);
  return callsOf(row, checks).map((call) => ({ call, action: probeAction(call, folder) }));
}

function callsOf({ capability, of }: MatrixRow, checks: readonly string[]): string[] {
  switch (capability) {
    case 'read-project':
      return ['Read src/index.ts', 'Read package.json', 'Grep .'];
    case 'read-outside':
      return ['Read /etc/hosts'];
    case 'read-secrets':
      return ['Read .env', 'Bash cat .env'];
    case 'write-source':
      return ['Edit src/index.ts', 'Write src/new.ts', 'Edit test/index.test.ts', 'Edit package.json'];
    case 'write-outside':
      return ['Write /var/tmp/out.txt'];
    case 'write-secrets':
      return ['Edit .env'];
    case 'write-protected':
      return ['Edit .git/config', 'Edit .claude/settings.json'];
    case 'delete':
      return ['Bash rm src/old.ts', 'Bash rm -r build', 'Bash git clean -fd'];
    case 'run-read-only':
      return ['Bash ls -l', 'Bash cat README.md'];
    case 'run-checks':
      return checks.slice(0, MOST_CHECKS).map((command) => `Bash ${command}`);
    case 'run-other':
      return ['Bash node script.js', 'Bash ./run.sh'];
    case 'network':
      return of === undefined
        ? ['WebFetch https://host.example/', 'Bash curl https://host.example/']
        : [`WebFetch https://${of}/`, `Bash curl https://${of}/`];
    case 'git-read':
      return ['Bash git status', 'Bash git diff'];
    case 'git-commit':
      return ['Bash git add src', 'Bash git commit -m change'];
    case 'git-publish':
      return ['Bash git push', 'Bash npm publish', 'Bash gh pr create'];
    case 'deploy':
      return ['Bash kubectl apply -f app.yaml', 'Bash npm run deploy'];
    case 'mcp':
      return [of === undefined ? 'mcp__server__tool' : of.includes('/') ? `mcp__${of.replace('/', '__')}` : `mcp__${of}__tool`];
    case 'agent':
      return [`Agent ${of ?? 'any'}`];
    case 'skill':
      return [`Skill ${of ?? 'any'}`];
    case undefined:
      return [];
  }
}

/** The action of a call in short form: `Bash npm test`, `Read src/a.ts`, `WebFetch https://x/`, `mcp__a__b`. */
export function probeAction(call: string, folder: string): Action {
  const [tool = ''] = call.split(' ', 1);
  const rest = call.slice(tool.length + 1);
  const base = { tool, paths: [], params: {}, summary: call };
  if (tool === 'Bash') return { ...base, capability: 'execute', paths: [folder], command: rest, params: { command: rest } };
  if (tool === 'WebFetch') return { ...base, capability: 'network', url: rest, params: { url: rest } };
  if (tool === 'Agent') return { ...base, capability: 'agent', params: { subagent_type: rest } };
  if (tool === 'Skill') return { ...base, capability: 'skill', params: { skill: rest } };
  if (tool.startsWith('mcp__')) return { ...base, capability: 'mcp' };
  const path = rest.startsWith('/') ? rest : join(folder, rest);
  const search = tool === 'Grep' || tool === 'Glob';
  return { ...base, capability: search ? 'search' : tool === 'Read' ? 'read' : 'write', paths: [path.replace(/\/$/, '')] };
}

/** A call that a rule matches, for a row that a person made of rules. */
export function sampleOf(text: string, folder: string): ProbeCall | undefined {
  const { rule } = parseRule(text, 'ask');
  if (rule === undefined) return undefined;
  const call = sampleCall(rule.tool, rule.matcher);
  return { call, action: probeAction(call, folder) };
}

type Matcher = NonNullable<ReturnType<typeof parseRule>['rule']>['matcher'];

function sampleCall(tool: string, matcher: Matcher): string {
  switch (matcher.kind) {
    case 'command':
      return `${tool} ${fill(matcher.pattern.source.replace(/:\*$/, ' *'))}`;
    case 'path':
      return `${tool} ${fill(
        matcher.pattern
          .replace(/^!/, '')
          .replace(/^\/\//, '/')
          .replace(/^\/(?=.)(?!\/)/, (found) => (matcher.pattern.startsWith('//') ? found : '')),
      )}`;
    case 'domain':
      return `${tool} https://${matcher.domain.replace(/\*/g, 'host')}/`;
    case 'name':
      return `${tool} ${matcher.name}`;
    case 'param':
      return `${tool} ${fill(matcher.value)}`;
    case 'bare':
      if (tool.startsWith('mcp__')) return /__.*__/.test(tool) ? tool.replace(/\*/g, 'tool') : `${tool.replace(/\*$/, 'server')}__tool`;
      return (
        { Bash: 'Bash node script.js', WebFetch: 'WebFetch https://host.example/', Agent: 'Agent any', Skill: 'Skill any' }[tool] ??
        `${tool} src/index.ts`
      );
  }
}

/** A text that the pattern matches: without the stars at its end, with a word for the others. */
function fill(pattern: string): string {
  return pattern
    .replace(/ \*$/, '')
    .replace(/(?<!\\)\*+/g, 'x')
    .replace(/\\([*\\])/g, '$1')
    .trim();
}
