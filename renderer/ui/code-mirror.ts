import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { EditorDiagnostic, EditorLanguage, EditorSettings } from './editor-settings';

export interface MountedEditor {
  /** Takes what differs from before. The caret, the selection and a running composition stay. */
  update: (settings: EditorSettings) => void;
  goTo: (line: number) => void;
  show: (line: number) => void;
  focus: () => void;
  destroy: () => void;
}

const INK = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.monospace], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.processingInstruction, tags.meta], color: 'var(--code-comment)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.link, tags.url], color: 'var(--code-name)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
]);

/** The page's own tokens: light and dark follow by themselves. */
const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--focus) 28%, transparent)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--warn) 22%, transparent)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)', outline: '1px solid var(--line-strong)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--raised)', border: '1px solid var(--line-strong)', color: 'var(--ink)' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--raised)', border: '1px solid var(--line-strong)', color: 'var(--ink)' },
  '.cm-panel.cm-search [name=close], .cm-panel.cm-panel-lint [name=close]': { color: 'var(--ink)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', border: '1px solid var(--line)', color: 'var(--ink)', boxShadow: 'var(--shadow)' },
  '.cm-lint-marker': { content: 'normal', width: '8px', height: '8px', marginTop: '6px', borderRadius: '50%' },
  '.cm-lint-marker-error': { content: 'normal', backgroundColor: 'var(--bad)' },
  '.cm-lint-marker-warning': { content: 'normal', backgroundColor: 'var(--warn)' },
  '.cm-lint-marker-info': { content: 'normal', backgroundColor: 'var(--line-strong)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--line-strong)' },
});

function languageOf(language: EditorLanguage): Extension {
  if (language === 'text') return [];
  if (language === 'json') return json();
  return language === 'yaml' ? yaml() : yamlFrontmatter({ content: markdown() });
}

/** Tab indents; Esc gives it back to the page until something is typed. */
const LEAVE_BY_TAB = keymap.of([
  {
    key: 'Escape',
    run: (view) => {
      view.setTabFocusMode(true);
      return true;
    },
  },
]);

/** Builds an editor into an element. */
export function mountEditor(parent: HTMLElement, first: EditorSettings): MountedEditor {
  const [language, own, words] = [new Compartment(), new Compartment(), new Compartment()];
  let settings = first;
  let waiting: string | undefined;
  let taking = false;
  /** Texts that were told to the page and have not come back: until they do, an older text from there is no news. */
  let told: string[] = [];

  function save(): boolean {
    settings.onSave?.();
    return true;
  }

  const extensions: Extension = [
    lineNumbers(),
    lintGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection({ cursorBlinkRate: 0 }),
    bracketMatching(),
    highlightSelectionMatches(),
    indentUnit.of('  '),
    EditorView.lineWrapping,
    syntaxHighlighting(INK),
    LOOK,
    keymap.of([{ key: 'Mod-s', preventDefault: true, run: save }]),
    keymap.of([...searchKeymap, ...lintKeymap]),
    LEAVE_BY_TAB,
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
    language.of(languageOf(first.language)),
    own.of(ownOf(first)),
    words.of(EditorState.phrases.of(first.phrases)),
    EditorView.updateListener.of(({ docChanged, state, view }) => {
      if (docChanged) view.setTabFocusMode(false);
      if (docChanged && !taking) {
        const text = state.doc.toString();
        told.push(text);
        settings.onChange(text);
      }
      if (waiting !== undefined && !view.composing) takeText(view, waiting);
    }),
    EditorView.domEventHandlers({ blur: (_event, view) => view.setTabFocusMode(false) }),
  ];
  const view = withoutStyleElements(() => new EditorView({ parent, doc: first.value, extensions }));
  view.dispatch(setDiagnostics(view.state, marksOf(view.state.doc, first.diagnostics)));

  function takeText(target: EditorView, text: string): void {
    if (target.composing) {
      // A text that is being composed is not torn apart: what came from outside waits for its end.
      waiting = text;
      return;
    }
    waiting = undefined;
    const change = changeBetween(target.state.doc.toString(), text);
    if (change === undefined) return;
    taking = true;
    target.dispatch({ changes: change });
    taking = false;
  }

  const show = (line: number) => {
    const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  };
  return {
    update(next) {
      const before = settings;
      settings = next;
      const echo = told.lastIndexOf(next.value);
      if (echo >= 0) told = told.slice(echo + 1);
      // The page may draw a text late: what was typed since then is newer, and what it drew before says nothing new.
      else if (next.value !== before.value && next.value !== view.state.doc.toString()) {
        told = [];
        takeText(view, next.value);
      }
      const effects = [];
      if (next.language !== before.language) effects.push(language.reconfigure(languageOf(next.language)));
      if (next.label !== before.label || next.readOnly !== before.readOnly || next.hint !== before.hint)
        effects.push(own.reconfigure(ownOf(next)));
      if (next.phrases !== before.phrases) effects.push(words.reconfigure(EditorState.phrases.of(next.phrases)));
      if (effects.length > 0) view.dispatch({ effects });
      if (next.diagnostics !== before.diagnostics) view.dispatch(setDiagnostics(view.state, marksOf(view.state.doc, next.diagnostics)));
    },
    goTo(line) {
      show(line);
      view.focus();
    },
    show,
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function ownOf({ label, hint, readOnly }: EditorSettings): Extension {
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-description': hint, spellcheck: 'false', tabindex: '0' }),
  ];
}

function marksOf(doc: Text, diagnostics: readonly EditorDiagnostic[]): Mark[] {
  return diagnostics.map(({ line, severity, message }) => {
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return { from, to, severity, message };
  });
}

/** One change that leads from a text to another, as small as its two ends allow. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } | undefined {
  if (before === after) return undefined;
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - from;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/**
 * The page's policy refuses style elements. Where a document seems to have no head the editor puts its styles into sheets of the object
 * model, which the policy allows; it decides that once, as the first editor is made.
 */
function withoutStyleElements<T>(make: () => T): T {
  if (!('adoptedStyleSheets' in document)) return make();
  Object.defineProperty(document, 'head', { configurable: true, value: undefined });
  try {
    return make();
  } finally {
    Reflect.deleteProperty(document, 'head');
  }
}
