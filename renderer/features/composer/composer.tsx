import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useComposer } from '../../stores/composer';
import { useSession } from '../../stores/session';
import { interruptTurn } from '../../stores/session-actions';
import { TextArea } from '../../ui/text-area';
import { ComposerBar } from './composer-bar';
import { ImageStrip } from './image-strip';
import { cycleMode } from './mode-picker';
import { QueueList } from './queue-list';
import { imageFiles } from './read-image';
import { LIST_ID, optionId, SuggestionList } from './suggestion-list';
import { type Ask, applyChoice, askAt } from './suggestions';
import { commandIn, useDraft } from './use-draft';
import { noteIn, useNote } from './use-note';
import { useStopKey } from './use-stop-key';
import { useSuggestions } from './use-suggestions';

const MAX_HEIGHT = 260;
const NotePanel = lazy(async () => ({ default: (await import('./note-panel')).NotePanel }));

export function Composer() {
  const { t } = useTranslation('composer');
  const { draft, setText, addImages, removeImage, send, walkHistory } = useDraft();
  const area = useRef<HTMLTextAreaElement>(null);
  const [ask, setAsk] = useState<Ask>();
  const [active, setActive] = useState(0);
  const found = useSuggestions(ask);
  const running = useSession((state) => state.state !== undefined && state.state.status !== 'idle');
  const owner = useSession((state) => state.readOnlyOwner);
  useStopKey(running);
  const focusRequest = useComposer((state) => state.focusRequest);

  // Each request takes the focus; at first what asks for an answer goes before.
  useEffect(() => {
    if (focusRequest === 0 && useSession.getState().state?.pending.length) return;
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [focusRequest]);

  const line = draft.images.length === 0 ? noteIn(draft.text) : undefined;
  const note = useNote(line);

  const look = () => {
    const at = area.current;
    const next = at && at.selectionStart === at.selectionEnd ? askAt(at.value, at.selectionStart) : undefined;
    if (next?.query !== ask?.query || next?.type !== ask?.type) setActive(0);
    setAsk(next);
  };
  const choose = (index: number) => {
    const entry = found.list[index];
    if (!ask || !entry) return;
    const next = applyChoice(draft.text, ask, entry.value);
    // At once: the next key may come before the next frame.
    flushSync(() => {
      setText(next.text);
      setAsk(undefined);
    });
    area.current?.setSelectionRange(next.caret, next.caret);
  };
  const sendNow = () => {
    setAsk(undefined);
    // Its button goes out of reach with the text and would leave the focus nowhere.
    area.current?.focus();
    if (line === undefined) void send();
    else void note.add().then((added) => (added ? setText('') : undefined));
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const used = ask && found.list.length > 0 ? handleListKey(event) : handleTextKey(event);
    if (used) event.preventDefault();
  };
  const handleListKey = (event: KeyboardEvent): boolean => {
    const count = found.list.length;
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active + count - 1) % count);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) choose(active);
    else if (event.key === 'Escape') setAsk(undefined);
    else return false;
    return true;
  };
  const handleTextKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Tab' && event.shiftKey) cycleMode();
    else if (event.key === 'Escape' && ask) setAsk(undefined);
    else if (event.key === 'Escape' && running) void interruptTurn();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') return walkHistory(event.key === 'ArrowUp' ? -1 : 1);
    else return false;
    return true;
  };
  const command = draft.images.length === 0 ? commandIn(draft.text) : undefined;
  const listing = ask !== undefined && found.ready;
  return (
    <div className="shrink-0 px-4 pb-3">
      <QueueList />
      <section
        aria-label={t('name')}
        className="relative mx-auto max-w-[820px] rounded-lg border border-line-strong bg-raised focus-within:border-focus"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void addImages(imageFiles(event.dataTransfer));
        }}
      >
        {ask ? <SuggestionList ask={ask} found={found} active={active} onChoose={choose} /> : undefined}
        <Suspense>{line === undefined ? undefined : <NotePanel line={line} note={note} />}</Suspense>
        <ImageStrip images={draft.images} onRemove={removeImage} />
        <TextArea
          bare
          ref={area}
          name={t('name')}
          value={draft.text}
          disabled={owner !== undefined}
          maxHeight={MAX_HEIGHT}
          placeholder={owner !== undefined ? t('placeholderReadOnly', { owner }) : t(running ? 'placeholderRunning' : 'placeholder')}
          title={t('signs')}
          aria-autocomplete="list"
          {...(listing ? { 'aria-controls': LIST_ID, 'aria-activedescendant': optionId(active) } : {})}
          className="px-3 pt-2.5 pb-1"
          onChange={(event) => {
            setText(event.target.value);
            look();
          }}
          onSelect={look}
          onBlur={() => setAsk(undefined)}
          onKey={onKey}
          onSend={sendNow}
          onPaste={(event) => {
            const files = imageFiles(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            void addImages(files);
          }}
        />
        {command === undefined ? undefined : <p className="px-3 pb-1 text-muted text-xs">{t('commandHint')}</p>}
        {line === undefined ? undefined : <p className="px-3 pb-1 text-muted text-xs">{t('noteHint')}</p>}
        <ComposerBar
          canSend={line === undefined ? draft.text.trim() !== '' || draft.images.length > 0 : note.plan !== undefined}
          running={running}
          does={command !== undefined ? 'run' : line !== undefined ? 'note' : 'send'}
          readOnly={owner !== undefined}
          onSend={sendNow}
          onImages={addImages}
        />
      </section>
    </div>
  );
}
