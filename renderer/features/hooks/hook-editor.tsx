import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HookView } from '../../../shared/contract/hook-methods';
import type { Result } from '../../../shared/contract/methods';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { showToast } from '../../stores/toasts';
import { useAnswer } from '../../stores/use-answer';
import { useDocumentPane } from '../../stores/use-document-pane';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { CodeEditor, type EditorHandle } from '../../ui/code-editor';
import { PathText } from '../../ui/path-text';
import { Select } from '../../ui/select';
import { HookForm, type HookDraft } from './hook-form';
import { findInText, readInText } from './hook-in-text';
import type { Chosen } from './chosen';

interface HookEditorProps {
  folder: string;
  data: Result<'hooks.list'>;
  chosen: Chosen;
  onChoose: (chosen: Chosen | undefined) => void;
  onWritten: () => void;
  onTest: (hook: HookView) => void;
}

/** The path of none: the file alone is in hand. */
const NO_HOOK = '[]';
const NEW: HookDraft = { event: 'PreToolUse', matcher: '', handler: { type: 'command', command: '' } };

/** A hook as a form and, beside it, the settings file that it stands in: a change of one is a change of the other. */
export function HookEditor({ folder, data, chosen, onChoose, onWritten, onTest }: HookEditorProps) {
  const { t } = useTranslation(['hooks', 'common']);
  const writable = data.files.filter(({ scope }) => scope !== 'managed');
  const [home, setHome] = useState(writable.find(({ scope }) => scope === 'local')?.path ?? writable[0]?.path ?? '');
  const file = chosen === 'new' ? home : chosen.file;
  const { phase, pane } = useDocumentPane(folder, file, () => {
    showToast({ tone: 'plain', text: t('editor.saved', { file }) });
    onWritten();
  });
  const { text, dirty, saving, conflict } = pane;
  const latest = useRef(text);
  latest.current = text;
  const editing = useRef<Promise<unknown>>(Promise.resolve());
  /** What the form says and where that stands, ahead of the file while changes are on their way into it. */
  const held = useRef<HookDraft>(undefined);
  const at = useRef<Chosen>(chosen);
  const pending = useRef(0);
  const editor = useRef<EditorHandle>(null);
  const ready = phase === 'ready' || phase === 'missing';
  /** What the file last held, for one that vanishes. */
  const read = useRef<{ file: string; text: string }>(undefined);
  if (phase === 'ready') read.current = { file, text };
  const lost = conflict !== undefined && conflict.hash === undefined;
  const gone = chosen !== 'new' && (lost || (phase === 'missing' && read.current?.file === file));
  const { data: checked } = useAnswer('hooks.check', { folder, path: file, text }, ready ? `${file}\n${text}` : undefined, file);
  const hook = chosen === 'new' ? undefined : checked?.hooks.find(({ path }) => JSON.stringify(path) === chosen.path);
  const broken = checked?.diagnostics.some(({ code }) => code === 'invalid-json') ?? false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is shown at the hook when the hook is chosen, not whenever it changes
  useEffect(() => {
    if (hook && matchMedia('(min-width: 1180px)').matches) editor.current?.show(hook.place.line);
  }, [hook !== undefined, chosen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is begun anew is not held up by a file that is gone
  useEffect(() => {
    if (chosen === 'new' && lost) pane.onTakeTheirs();
  }, [chosen]);

  const writeAnew = () => {
    if (lost) return pane.onKeepMine();
    if (!dirty) pane.onChange(read.current?.text ?? '');
    pane.onSave();
  };
  const leave = () => {
    if (lost) pane.onTakeTheirs();
    onChoose(undefined);
  };
  /** One change after the other, each on the text that the one before has left. */
  const change = (make: (old: HookDraft) => HookDraft) => {
    held.current = make(held.current ?? NEW);
    const { event, matcher, handler } = held.current;
    pending.current += 1;
    editing.current = editing.current
      .then(async () => {
        const path = at.current === 'new' ? undefined : JSON.parse(at.current.path);
        const made =
          path === undefined ? { op: 'add' as const, event, matcher, handler } : { op: 'replace' as const, path, event, matcher, handler };
        const { text: next } = await call('hooks.edit', { text: latest.current, changes: [made] });
        latest.current = next;
        pane.onChange(next);
        const written = findInText(next, { event, matcher, handler });
        if (!written) return;
        at.current = { file, path: JSON.stringify(written) };
        onChoose(at.current);
      })
      .catch(reportFailure)
      .finally(() => {
        pending.current -= 1;
      });
  };
  const remove = async () => {
    const alone = !dirty && pending.current === 0;
    await editing.current;
    if (at.current === 'new') return onChoose(undefined);
    const { text: next } = await call('hooks.edit', {
      text: latest.current,
      changes: [{ op: 'remove', path: JSON.parse(at.current.path) }],
    });
    pane.onChange(next);
    // Other changes of the file are written only when the person says so.
    if (!alone) return onChoose({ file, path: NO_HOOK });
    pane.onSave();
    onChoose(undefined);
  };
  const save = async () => {
    await editing.current;
    pane.onSave();
  };
  // One that could not run stands in the text alone.
  const draft: HookDraft | undefined = chosen === 'new' ? NEW : (hook ?? readInText(text, chosen.path));
  const badMatcher = checked?.diagnostics.find(
    ({ detail }) => detail?.key === 'hook.matcher-pattern' && detail.params?.['matcher'] === draft?.matcher,
  );
  if (pending.current === 0) {
    held.current = draft;
    at.current = chosen;
  }
  const isSaved = data.hooks.some((one) => chosen !== 'new' && one.place.file === file && JSON.stringify(one.path) === chosen.path);
  const isFrontmatter = hook?.place.scope === 'skill' || hook?.place.scope === 'agent';
  const readOnly = isFrontmatter || (phase === 'ready' && !pane.writable);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5 text-sm">
        <span className="text-muted">{t('editor.path')}</span>
        {chosen === 'new' ? (
          <Select
            name={t('editor.path')}
            value={home}
            options={writable.map(({ path, scope }) => ({ value: path, label: `${t(`scope.${scope}`)}: ${path}` }))}
            onChange={setHome}
          />
        ) : (
          <PathText path={file} base={folder} />
        )}
        {phase === 'missing' && !gone ? <span className="text-faint">{t('editor.newFile')}</span> : undefined}
        <span className="flex-1" />
        {dirty ? <span className="text-warn">{t('editor.dirty')}</span> : undefined}
        {dirty ? (
          <Button look="quiet" onClick={pane.onRevert}>
            {t('editor.revert')}
          </Button>
        ) : undefined}
        <Button look="solid" disabled={!dirty || saving || readOnly} onClick={() => void save().catch(reportFailure)}>
          {t(saving ? 'editor.saving' : 'editor.save')}
        </Button>
      </div>
      {gone ? (
        <Banner
          tone="warn"
          live
          actions={
            <>
              <Button onClick={writeAnew}>{t('editor.anew')}</Button>
              <Button onClick={leave}>{t('editor.leave')}</Button>
            </>
          }
        >
          {t('editor.gone')}
        </Banner>
      ) : conflict ? (
        <Banner
          tone="warn"
          live
          actions={
            <>
              <Button onClick={pane.onKeepMine}>{t('editor.keep')}</Button>
              <Button onClick={pane.onTakeTheirs}>{t('editor.take')}</Button>
            </>
          }
        >
          {t('editor.conflict')}
        </Banner>
      ) : undefined}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto min-[1180px]:flex-row min-[1180px]:overflow-hidden">
        <section
          aria-label={t('editor.form')}
          className="shrink-0 px-3 py-3 min-[1180px]:w-[380px] min-[1180px]:overflow-y-auto min-[1180px]:border-line min-[1180px]:border-r"
        >
          {broken ? <p className="text-sm text-warn">{t('editor.broken')}</p> : undefined}
          {readOnly ? <p className="text-muted text-sm">{t('editor.readOnly')}</p> : undefined}
          {draft && !broken ? (
            <HookForm
              draft={draft}
              badMatcher={badMatcher}
              events={data.events}
              disabled={readOnly}
              onChange={change}
              onRemove={isSaved ? () => void remove().catch(reportFailure) : undefined}
              onTest={hook === undefined || dirty ? undefined : () => onTest(hook)}
            />
          ) : undefined}
        </section>
        <div className="flex min-h-[280px] min-w-0 flex-1 flex-col">
          {ready && chosen === 'new' && text === '' ? (
            <p className="px-4 py-3 text-muted text-sm">{t('editor.empty')}</p>
          ) : ready ? (
            <CodeEditor
              ref={editor}
              language="json"
              label={t('editor.json', { file })}
              value={text}
              readOnly={readOnly}
              diagnostics={(checked?.diagnostics ?? []).map(({ line = 1, severity, message }) => ({ line, severity, message }))}
              onChange={pane.onChange}
              onSave={() => void save().catch(reportFailure)}
              className="min-h-0 flex-1"
            />
          ) : undefined}
        </div>
      </div>
    </div>
  );
}
