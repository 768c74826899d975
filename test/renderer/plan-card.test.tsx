// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlanCard } from '../../renderer/features/conversation/plan-card';
import { connect, preparePage, resetPageAfterEach, show, useLanguage } from './support/page';
import { createScriptedClient, paramsOf, type ScriptedClient } from './support/scripted-client';

preparePage();
resetPageAfterEach();
beforeAll(async () => {
  await useLanguage('en');
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
});

const REQUEST = {
  type: 'plan' as const,
  request: 'r1',
  item: 'i1',
  turn: 't1',
  agent: 'main',
  at: '',
  plan: { hash: 'h', at: 0, size: 1 },
};
let client: ScriptedClient;
beforeEach(() => {
  client = connect(createScriptedClient({ 'plan.read': () => ({ plan: '# Plan\n\n1. Edit' }), 'plan.answer': () => ({ accepted: true }) }));
});
async function open() {
  show(<PlanCard session="s1" request={REQUEST} pager={undefined} />);
  await screen.findByText('Plan', { selector: 'h1' });
  return userEvent.setup();
}
const answers = () => paramsOf(client, 'plan.answer').map(({ answer }) => answer);

describe('the card of a plan', () => {
  it('approves the plan as it stands into the mode that the person picks', async () => {
    const user = await open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'then work in mode' }), 'acceptEdits');
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(answers()).toEqual([{ type: 'approve', mode: 'acceptEdits', words: '', comments: [] }]);
  });

  it('sends the text exactly as it was edited', async () => {
    const user = await open();
    await user.click(screen.getByRole('tab', { name: 'Edit' }));
    const editor = await screen.findByRole('textbox', { name: 'The plan, to be edited' });
    const { EditorView } = await import('@codemirror/view');
    const view = EditorView.findFromDOM(editor);
    act(() => view?.dispatch({ changes: { from: view.state.doc.length, insert: '\n2. 確かめる  ' } }));
    await user.click(await screen.findByRole('button', { name: 'Approve with my edits' }));
    expect(answers()).toMatchObject([{ type: 'approve', mode: 'default', plan: '# Plan\n\n1. Edit\n2. 確かめる  ' }]);
  });

  it('approves with the words and the remarks that the person wrote', async () => {
    const user = await open();
    await user.click(screen.getByRole('tab', { name: 'Remarks' }));
    const remark = screen.getByRole('button', { name: 'Remark on line 3' });
    expect(remark.className).not.toContain('opacity-0');
    await user.click(remark);
    await user.type(screen.getByRole('textbox', { name: 'Remark on line 3' }), 'Only a.txt{Enter}');
    await user.type(screen.getByRole('textbox', { name: 'About the plan as a whole' }), 'Good.');
    await user.click(screen.getByRole('button', { name: 'Approve with 2 remarks' }));
    expect(answers()).toEqual([{ type: 'approve', mode: 'default', words: 'Good.', comments: [{ line: 3, text: 'Only a.txt' }] }]);
  });

  it('sends back with remarks on lines and words on the whole', async () => {
    const user = await open();
    await user.click(screen.getByRole('tab', { name: 'Remarks' }));
    await user.click(screen.getByRole('button', { name: 'Remark on line 3' }));
    await user.type(screen.getByRole('textbox', { name: 'Remark on line 3' }), 'Which file?{Enter}');
    await user.type(screen.getByRole('textbox', { name: 'About the plan as a whole' }), 'Smaller.');
    await user.click(screen.getByRole('button', { name: 'Send back with 2 remarks' }));
    await waitFor(() => expect(answers()).toEqual([{ type: 'reject', words: 'Smaller.', comments: [{ line: 3, text: 'Which file?' }] }]));
  });

  it('takes along a remark that is still being written, also one that was left for another line or another tab', async () => {
    const user = await open();
    await user.click(screen.getByRole('tab', { name: 'Remarks' }));
    await user.click(screen.getByRole('button', { name: 'Remark on line 3' }));
    await user.type(screen.getByRole('textbox', { name: 'Remark on line 3' }), 'Which file?');
    await user.click(screen.getByRole('button', { name: 'Remark on line 1' }));
    await user.type(screen.getByRole('textbox', { name: 'Remark on line 1' }), 'A better name');
    await user.click(screen.getByRole('tab', { name: 'Plan' }));
    await user.click(screen.getByRole('button', { name: 'Send back with 2 remarks' }));
    const comments = [
      { line: 1, text: 'A better name' },
      { line: 3, text: 'Which file?' },
    ];
    await waitFor(() => expect(answers()).toEqual([{ type: 'reject', words: '', comments }]));
  });

  it('never puts the focus on a button', async () => {
    await open();
    expect(document.activeElement?.tagName).not.toBe('BUTTON');
  });
});
