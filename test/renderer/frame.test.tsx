// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { FolderView } from '../../renderer/app/frame/folder-view';
import { OverlaidPane } from '../../renderer/app/frame/overlaid-pane';
import { TourStrip } from '../../renderer/app/frame/tour-strip';
import { WaitingButton } from '../../renderer/app/frame/waiting-button';
import { useFolder } from '../../renderer/stores/folder';
import { useRequests } from '../../renderer/stores/requests';
import { useSelection } from '../../renderer/stores/selection';
import { useTour } from '../../renderer/stores/tour';
import { useUi } from '../../renderer/stores/ui';
import { preparePage, resetPageAfterEach, show, useLanguage } from './support/page';

const APPROVAL = { session: 's1', request: 'r1', item: 'i1', type: 'permission', title: 'Pears', summary: 'Runs npm test' } as const;

preparePage();
resetPageAfterEach();
beforeAll(() => useLanguage('en'));
beforeEach(() => {
  useRequests.setState({ waiting: [] });
  useSelection.setState(useSelection.getInitialState());
});

it('says in a region that was there before that something waits, and leads to the step that asks', async () => {
  show(<WaitingButton />);
  const status = await screen.findByRole('status');
  expect(status.textContent).toBe('');
  act(() => useRequests.setState({ waiting: [APPROVAL] }));
  expect(screen.getByRole('status')).toBe(status);
  expect(status.textContent).toBe('1 approval waiting');
  await userEvent.click(screen.getByRole('button', { name: '1 approval waiting' }));
  await userEvent.click(screen.getByRole('button', { name: /Runs npm test/ }));
  expect(useSelection.getState().current).toEqual({ view: 'sessions', session: 's1', item: 'i1' });
});

it('counts questions apart from approvals, in both languages', async () => {
  const question = { ...APPROVAL, request: 'r2', type: 'question', summary: 'Which pears?' } as const;
  useRequests.setState({ waiting: [question] });
  show(<WaitingButton />);
  const status = await screen.findByRole('status');
  expect(status.textContent).toBe('1 question waiting');
  act(() => useRequests.setState({ waiting: [APPROVAL, question, { ...question, request: 'r3' }] }));
  expect(status.textContent).toBe('1 approval waiting, 2 questions waiting');
  await act(() => useLanguage('ja'));
  expect(status.textContent).toBe('承認待ち 1 件、質問 2 件');
  await act(() => useLanguage('en'));
});

function Narrow() {
  const open = useUi((state) => state.overlaid !== undefined);
  return (
    <>
      <button type="button" onClick={() => useUi.setState({ overlaid: 'inspector' })}>
        Open
      </button>
      {open ? <OverlaidPane of="inspector">Calls</OverlaidPane> : undefined}
    </>
  );
}

it('moves the focus into the inspector that lies over the page, and gives it back', async () => {
  show(<Narrow />);
  const opener = await screen.findByRole('button', { name: 'Open' });
  await userEvent.click(opener);
  expect(document.activeElement).toBe(await screen.findByRole('group', { name: 'Inspector' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Inspector' })).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('begins a view of a folder anew with each folder, and offers to open one where none is open', async () => {
  useFolder.setState({ folder: undefined });
  useUi.setState({ overlay: undefined });
  show(<FolderView area="audit" view={({ folder }) => <input aria-label="Note" defaultValue={folder} />} />);
  await screen.findByRole('heading', { name: 'The audit log belongs to a folder' });
  await userEvent.click(screen.getByRole('button', { name: 'Open a folder…' }));
  expect(useUi.getState().overlay).toBe('folder');
  act(() => useFolder.setState({ folder: '/one' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), ' changed');
  act(() => useFolder.setState({ folder: '/other' }));
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', '/other');
});

it('ends the tour at its last step, after which nothing is next', async () => {
  const words = (text: string) => ({ en: text, ja: text });
  const step = { id: 'tea', title: words('Tea'), prompt: words('Go on'), look: words('Look') };
  useTour.setState({ steps: [step, step], at: 0, hidden: false });
  show(<TourStrip />);
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
  expect(useTour.getState().at).toBe(2);
});
