import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MountedEditor } from './code-mirror';
import { cx } from './cx';
import type { EditorDiagnostic, EditorLanguage, EditorSettings } from './editor-settings';

export interface EditorHandle {
  /** Puts the caret at the beginning of a line (1-based) and shows it. */
  goTo: (line: number) => void;
  /** The same, and the focus stays where it is. */
  show: (line: number) => void;
  focus: () => void;
}

interface CodeEditorProps {
  value: string;
  language: EditorLanguage;
  label: string;
  onChange: (text: string) => void;
  /** Ctrl+S, or Command+S on a Mac. */
  onSave?: () => void;
  diagnostics?: readonly EditorDiagnostic[];
  readOnly?: boolean;
  className?: string;
  ref?: Ref<EditorHandle>;
}

const NONE: readonly EditorDiagnostic[] = [];

/**
 * The one editor of texts that have a form: safe with input methods, loaded when it is first shown. Tab indents; after Esc it leaves.
 * It fills its element, whose height the place decides.
 */
export function CodeEditor({ onSave, diagnostics = NONE, readOnly = false, className, ref, ...rest }: CodeEditorProps) {
  const { t, i18n } = useTranslation('document');
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedEditor>(undefined);
  const [ready, setReady] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words go with the language
  const phrases = useMemo(() => phrasesOf(t), [i18n.language]);
  const settings: EditorSettings = { ...rest, onSave, diagnostics, readOnly, phrases, hint: t('leaveByTab') };
  const newest = useRef(settings);
  newest.current = settings;

  useEffect(() => {
    let gone = false;
    void import('./code-mirror').then(({ mountEditor }) => {
      if (gone || !place.current) return;
      mounted.current = mountEditor(place.current, newest.current);
      setReady(true);
    });
    return () => {
      gone = true;
      mounted.current?.destroy();
      mounted.current = undefined;
    };
  }, []);
  useEffect(() => mounted.current?.update(newest.current));
  useImperativeHandle(
    ref,
    () => ({
      goTo: (line) => mounted.current?.goTo(line),
      show: (line) => mounted.current?.show(line),
      focus: () => mounted.current?.focus(),
    }),
    [],
  );

  return (
    <div
      ref={place}
      aria-busy={!ready}
      className={cx('min-h-0 overflow-hidden rounded-md border border-line-strong bg-raised focus-within:border-focus', className)}
    />
  );
}

/** English words of the editor's own panels, with ours in their place. */
function phrasesOf(t: (key: string) => string): Record<string, string> {
  return {
    Find: t('editor.find'),
    Replace: t('editor.replace'),
    next: t('editor.next'),
    previous: t('editor.previous'),
    all: t('editor.all'),
    'match case': t('editor.matchCase'),
    'by word': t('editor.byWord'),
    regexp: t('editor.regexp'),
    replace: t('editor.replaceOne'),
    'replace all': t('editor.replaceAll'),
    close: t('editor.close'),
    Diagnostics: t('editor.problems'),
    'No diagnostics': t('editor.noProblems'),
    'Control character': t('editor.controlCharacter'),
  };
}
