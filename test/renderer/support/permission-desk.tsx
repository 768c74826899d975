import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PermissionsView } from '../../../renderer/features/permissions/permissions-view';
import { useConfig } from '../../../renderer/stores/config';
import { useFolder } from '../../../renderer/stores/folder';
import { useSelection } from '../../../renderer/stores/selection';
import { HostCallError } from '../../../renderer/transport/host-call-error';
import type { Result } from '../../../shared/contract/methods';
import { configSchema } from '../../../shared/model/config';
import type { MatrixCell } from '../../../shared/model/matrix';
import type { Decision } from '../../../shared/model/permission';
import { SESSION } from './demo-session';
import { connect, show } from './page';
import { createScriptedClient, type ScriptedClient } from './scripted-client';

export const FILE = '/p/.claude/settings.json';
export const RM = { text: 'Bash(rm *)', verdict: 'deny', scope: 'project', file: FILE, line: 5 } as const;
export const RULES: Result<'permission.rules'> = {
  rules: [
    { text: 'Bash(npm test)', verdict: 'allow', scope: 'project', file: FILE, line: 3, off: 'untrusted' },
    { text: 'Bash(git push *)', verdict: 'ask', scope: 'project', file: FILE, line: 4 },
    RM,
  ],
  files: [
    { path: '/p/.claude/settings.local.json', scope: 'local', exists: false },
    { path: FILE, scope: 'project', exists: true },
  ],
  directories: ['/shared'],
  protected: ['.git/', '.npmrc'],
  diagnostics: [
    {
      code: 'never-consulted',
      message: 'Grep paths are governed by Read rules.',
      severity: 'warning',
      file: FILE,
      line: 6,
      suggestion: 'Read(x)',
    },
  ],
  trusted: false,
};
const DECISION: Decision = {
  decision: 'deny',
  mode: 'plan',
  reason: 'A rule denies it.',
  rule: RM,
  parts: [
    { text: 'git status', decision: 'allow', builtin: 'read-only-command' },
    { text: 'rm -rf build', decision: 'deny', rule: RM },
  ],
  sandbox: { isolated: false, why: 'off', detail: 'sandbox.enabled is false in the settings' },
  capabilities: [{ capability: 'delete' }],
  diagnostics: [...RULES.diagnostics, { code: 'invalid-input', message: 'The tool would refuse this input.', severity: 'warning' }],
};

const RM_PLACE = { text: RM.text, verdict: RM.verdict, scope: RM.scope, file: RM.file };
const LOOKED = { calls: 4, sessions: 2, partial: false };
export const cell = (row: string, column: string, verdict?: 'allow' | 'ask' | 'deny', probe: object = {}): MatrixCell => ({
  row,
  column,
  ...(verdict ? { verdict } : {}),
  mixed: false,
  probes: [{ call: `Bash ${row}`, ...(verdict ? { decision: verdict } : {}), ...probe }],
});
export const says = { allow: ['Bash(x *)'], ask: ['Bash(x *)'], deny: ['Bash(x *)'] };
export const MATRIX: Result<'permission.matrix'> = {
  rows: [
    { id: 'delete', capability: 'delete', says },
    { id: 'git-commit', capability: 'git-commit', says },
    { id: 'run-read-only', capability: 'run-read-only', says: { ...says, allow: [] } },
  ],
  columns: [
    { id: 'scope:project', kind: 'scope', scope: 'project', file: FILE, editable: true },
    { id: 'mode:default', kind: 'mode', mode: 'default' },
  ],
  cells: [
    cell('delete', 'scope:project', 'deny', { rule: RM }),
    cell('delete', 'mode:default', 'deny', { rule: RM }),
    cell('git-commit', 'scope:project'),
    cell('git-commit', 'mode:default', 'ask', { builtin: 'command' }),
    cell('run-read-only', 'scope:project'),
    cell('run-read-only', 'mode:default', 'allow', { builtin: 'read-only-command' }),
  ],
  diagnostics: [],
};
const PLAN: Result<'permission.plan'> = {
  files: [{ path: FILE, exists: true, hash: 'h1', patch: `--- ${FILE}\n+++ ${FILE}\n@@ -1 +1 @@\n-{}\n+{ "x": 1 }\n` }],
  session: { add: [], remove: [] },
  changes: [
    {
      row: 'git-commit',
      column: 'mode:default',
      before: cell('git-commit', 'mode:default', 'ask'),
      after: cell('git-commit', 'mode:default', 'allow'),
    },
  ],
  blockers: [RM],
  problems: [],
};
const SUGGESTION = {
  verdict: 'allow' as const,
  rules: ['Bash(npm test)'],
  count: 5,
  examples: [{ call: 'npm test', count: 5 }],
  admits: { calls: 1, kinds: 1, examples: [{ call: 'npm test -- -u', count: 1 }] },
};
const short = (decision: 'allow' | 'deny') => ({ decision, mode: 'default' as const, reason: '', builtin: 'command' });
const REPLAY: Result<'permission.replay'> = {
  calls: 4,
  skipped: 0,
  changed: 1,
  byEdit: 1,
  changes: [
    {
      session: SESSION,
      title: 'Tea',
      item: 'i1',
      at: '2026-11-03T10:00:00.000Z',
      tool: 'Bash',
      call: 'rm x',
      recorded: short('allow'),
      saved: short('allow'),
      edited: { ...short('deny'), rule: RM },
    },
  ],
  looked: LOOKED,
};

/** What the host of a test says; a test changes it before it looks. */
export interface PermissionDesk {
  client: ScriptedClient;
  rules: Result<'permission.rules'>;
  matrix: Result<'permission.matrix'>;
  /** Why no change can be planned. */
  refusal: { message: string; data?: Record<string, unknown> } | undefined;
}

/** A host with rules in one folder, which is not trusted, and the view on it in hand. */
export function createPermissionDesk(): PermissionDesk {
  useFolder.setState({ folder: '/p', trusted: false });
  useConfig.setState({ config: configSchema.parse({}) });
  useSelection.setState({ current: { view: 'permissions' }, past: [], future: [] });
  const client = connect(
    createScriptedClient({
      'permission.rules': () => desk.rules,
      'permission.check': () => DECISION,
      'permission.matrix': () => desk.matrix,
      'permission.uses': () => ({
        uses: [{ ...RM_PLACE, hits: 3, lastAt: '2026-11-03T10:00:00.000Z', last: { session: SESSION, item: 'i', call: 'rm x' } }],
        looked: LOOKED,
      }),
      'permission.suggest': () => ({ suggestions: [SUGGESTION], looked: LOOKED }),
      'permission.plan': () => {
        if (desk.refusal !== undefined) throw new HostCallError({ code: 'bad-request', ...desk.refusal });
        return PLAN;
      },
      'permission.apply': () => ({ undo: 'undo_1' }),
      'permission.undo': () => ({}),
      'permission.replay': () => REPLAY,
      'session.list': () => ({ sessions: [], total: 0 }),
      'folder.trust': () => ({}),
      'config.set': ({ change }) => ({ config: configSchema.parse(change) }),
    }),
  );
  const desk: PermissionDesk = { client, rules: RULES, matrix: MATRIX, refusal: undefined };
  return desk;
}

export async function openPermissions(tab: 'Matrix' | 'Rules' | 'Simulator' | 'Replay' = 'Rules') {
  const user = userEvent.setup();
  show(<PermissionsView folder="/p" />);
  await screen.findByRole('tab', { name: 'Rules (1)' });
  await user.click(screen.getByRole('tab', { name: new RegExp(`^${tab}`) }));
  return user;
}
