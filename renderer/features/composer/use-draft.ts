import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { prepareTurn } from '../../stores/prepare-turn';
import { draftOf, NEW_SESSION, putBack, rememberSent, setDraft, useComposer } from '../../stores/composer';
import { useSession } from '../../stores/session';
import { sendInput } from '../../stores/session-actions';
import { runCommand } from '../../stores/terminals';
import { showToast } from '../../stores/toasts';
import { reportFailure } from '../../stores/report-failure';
import { MAX_IMAGES, readImage } from './read-image';

/** The draft of the open session: text, images, sending, and walking through earlier messages. */
export function useDraft() {
  const { t } = useTranslation(['composer', 'common']);
  const key = useSession((state) => state.id) ?? NEW_SESSION;
  const draft = useComposer((state) => draftOf(state, key));
  const walk = useRef<{ at: number; text: string }>(undefined);

  const setText = (text: string) => {
    walk.current = undefined;
    prepareTurn();
    setDraft(key, { text });
  };

  const addImages = async (files: readonly File[]) => {
    for (const file of files) {
      const image = await readImage(file);
      const held = draftOf(useComposer.getState(), key).images;
      if (typeof image === 'string') showToast({ text: t(image), tone: 'bad' });
      else if (held.length >= MAX_IMAGES) return showToast({ text: t('tooManyImages', { count: MAX_IMAGES }), tone: 'bad' });
      else setDraft(key, { images: [...held, image] });
    }
  };

  const removeImage = (index: number) => setDraft(key, { images: draft.images.filter((_, at) => at !== index) });

  const send = async () => {
    const { text, images } = draft;
    if (text.trim() === '' && images.length === 0) return;
    walk.current = undefined;
    setDraft(key, { text: '', images: [] });
    try {
      const command = images.length === 0 ? commandIn(text) : undefined;
      if (command === undefined) await sendInput({ text, images });
      else await runCommand(command);
      if (text.trim() !== '') rememberSent(text);
    } catch (error) {
      putBack(key, { text, images });
      reportFailure(error, (why) => t('failed', { why }));
    }
  };

  /** Earlier (-1) or later (1) messages, while the text is empty or one of them. Says whether the key was used. */
  const walkHistory = (by: -1 | 1): boolean => {
    const { history } = useComposer.getState();
    const now = walk.current;
    if ((draft.text !== '' && now?.text !== draft.text) || (!now && by === 1)) return false;
    const at = (now?.at ?? history.length) + by;
    if (at < 0) return true;
    const text = history[at] ?? '';
    setDraft(key, { text });
    walk.current = at >= history.length ? undefined : { at, text };
    return true;
  };

  return { key, draft, setText, addImages, removeImage, send, walkHistory };
}

/** The command of a text that begins with `!`; a blank before it makes it a message. */
export function commandIn(text: string): string | undefined {
  const command = text.startsWith('!') ? text.slice(1).trim() : '';
  return command === '' ? undefined : command;
}
