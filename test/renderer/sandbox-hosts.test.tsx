// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PlanPreview } from '../../renderer/ui/plan-preview';
import { DecisionView } from '../../renderer/ui/decision-view';
import type { RuleEdit } from '../../shared/model/matrix';
import type { Decision } from '../../shared/model/permission';
import { grantOf } from '../support/sandbox-grant';
import { decision, FOLDER } from './support/demo-session';
import { preparePage, resetPageAfterEach, show, useLanguage } from './support/page';

preparePage();
resetPageAfterEach();
afterEach(() => useLanguage('en'));

const NOTES = [
  ['en', /in the sandbox a command reaches only listed hosts/],
  ['ja', /サンドボックス内のコマンドが届くのは、登録したホストだけです/],
] as const;

describe('a command that is allowed to reach the network, and a sandbox without hosts', () => {
  const allowed = (hosts: string[], more: Partial<Decision> = {}) =>
    decision({
      decision: 'allow',
      capabilities: [{ capability: 'network', of: 'host.example' }],
      sandbox: { isolated: true, grant: grantOf(FOLDER, { hosts }) },
      ...more,
    });

  it.each(NOTES)('says that hosts must be listed (%s)', async (language, note) => {
    await useLanguage(language);
    show(<DecisionView decision={allowed([])} />);
    expect(screen.getByText(note)).toBeTruthy();
  });

  it.each([
    ['of hosts that are listed', allowed(['host.example'])],
    ['of a command without network', allowed([], { capabilities: [{ capability: 'run-other' }] })],
    ['of a command that is denied', allowed([], { decision: 'deny' })],
  ])('says nothing %s', (_case, shown) => {
    show(<DecisionView decision={shown} />);
    expect(screen.queryByText(NOTES[0][1])).toBeNull();
  });
});

describe('the preview of a cell', () => {
  const preview = (edit: RuleEdit) => {
    const plan = { files: [], session: { add: [], remove: [] }, changes: [], blockers: [], problems: [] };
    const planner = {
      proposed: { edits: [edit], plan },
      busy: false,
      propose: () => Promise.resolve(),
      apply: () => Promise.resolve(),
      drop: () => undefined,
    };
    show(<PlanPreview planner={planner} folder={FOLDER} onRule={() => undefined} />);
  };

  it.each(NOTES)('says of an allowed network that hosts must be listed (%s)', async (language, note) => {
    await useLanguage(language);
    preview({ type: 'cell', row: 'network', column: 'scope:local', verdict: 'allow' });
    expect(screen.getByText(note)).toBeTruthy();
  });

  it.each(['network:host.example', 'write-project'])('says nothing of the row %s', (row) => {
    preview({ type: 'cell', row, column: 'scope:local', verdict: 'allow' });
    expect(screen.queryByText(NOTES[0][1])).toBeNull();
  });
});
