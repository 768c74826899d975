// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LeftWorktrees } from '../../renderer/features/agents/left-worktrees';
import { useFolder } from '../../renderer/stores/folder';
import { useToasts } from '../../renderer/stores/toasts';
import type { Result } from '../../shared/contract/methods';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));

let answer: Result<'worktrees.settle'>;
beforeEach(() => {
  useFolder.setState({ folder: '/p', trusted: true });
  const work = { files: 1, commits: 2, ignored: ['out/', '.env'], repositories: ['inner'] };
  const worktree = { path: '/p/.claude/worktrees/a', branch: 'vitrine/a', ...work, inUse: false };
  connect(createScriptedClient({ 'worktrees.list': () => ({ worktrees: [worktree] }), 'worktrees.settle': () => answer }));
});

describe('a worktree that an agent left', () => {
  it('names what no merge takes along beside the buttons, so that discarding it is no surprise', async () => {
    show(<LeftWorktrees folder="/p" fresh={0} onSettled={() => undefined} />);
    const work = await screen.findByText(/^1 changed files, 2 commits\./);
    expect(work.textContent).toContain('Git ignores, and no merge takes along: out/, .env.');
    expect(work.textContent).toContain('Other repositories in it, which no merge takes along and Discard throws away: inner.');
    expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy();
  });

  it('says after a merge what it stays for', async () => {
    answer = { left: ['out/', '.env', 'inner'] };
    show(<LeftWorktrees folder="/p" fresh={0} onSettled={() => undefined} />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Merge' }));
    const text = 'The work is merged. The worktree stays for what no merge takes along: out/, .env, inner.';
    await waitFor(() => expect(useToasts.getState().toasts).toMatchObject([{ text }]));
  });

  it('shows why it was not merged', async () => {
    answer = { problem: 'a merge is under way in /p: end it first.' };
    show(<LeftWorktrees folder="/p" fresh={0} onSettled={() => undefined} />);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Merge' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Not done: a merge is under way in /p: end it first.');
  });
});
