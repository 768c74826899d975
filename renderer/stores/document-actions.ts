import i18next from 'i18next';
import { call } from './host';
import { reportFailure } from './report-failure';
import { showToast } from './toasts';

/** Copies a file, or a folder with all in it, and then goes on. What failed is said. */
export function copyDocument(folder: string, { from, to }: { from: string; to: string }, then: () => void): void {
  call('document.copy', { folder, path: from, to }).then(then, reportFailure);
}

/**
 * Moves a file or a folder, and then changes the text of the file that is meant by it, where `edit` gives another one: first the
 * move, so that a name that is taken changes nothing.
 */
export function renameDocument(
  folder: string,
  { from, to, file }: { from: string; to: string; file: string },
  edit: (text: string) => string,
  then: () => void,
): void {
  const move = async () => {
    if (from !== to) await call('document.rename', { folder, path: from, to });
    const { text, hash, writable } = await call('document.read', { folder, path: file });
    const edited = edit(text);
    if (writable && edited !== text) await call('document.write', { folder, path: file, text: edited, base: hash });
  };
  move().then(then, (error: unknown) => {
    reportFailure(error);
    then();
  });
}

/** Throws a file or a folder away and offers to bring it back; `onChanged` hears of both. */
export function trashDocument(folder: string, path: string, name: string, onChanged: () => void): void {
  call('document.trash', { folder, path }).then(({ undo }) => {
    showToast({
      text: i18next.t('document:action.trashed', { name }),
      tone: 'plain',
      action: {
        label: i18next.t('document:action.undo'),
        run: () => void call('document.restore', { undo }).then(onChanged, reportFailure),
      },
    });
    onChanged();
  }, reportFailure);
}
