export type EditorLanguage = 'markdown' | 'json' | 'yaml' | 'text';

/** By the ending of a file's name. */
export function languageOfFile(path: string): EditorLanguage {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return ENDINGS.find(([, endings]) => endings.includes(ending))?.[0] ?? 'text';
}

const ENDINGS: ReadonlyArray<[EditorLanguage, readonly string[]]> = [
  ['markdown', ['md', 'markdown', 'mdx']],
  ['json', ['json', 'jsonc', 'json5']],
  ['yaml', ['yaml', 'yml']],
];

export interface EditorDiagnostic {
  /** 1-based. */
  line: number;
  severity: 'error' | 'warning' | 'info';
  message: string;
}

export interface EditorSettings {
  value: string;
  language: EditorLanguage;
  /** What the editor is called by a screen reader. */
  label: string;
  /** How the keyboard leaves it. */
  hint: string;
  readOnly: boolean;
  diagnostics: readonly EditorDiagnostic[];
  /** The editor's own words, by their English ones. */
  phrases: Record<string, string>;
  onChange: (text: string) => void;
  onSave: (() => void) | undefined;
}
