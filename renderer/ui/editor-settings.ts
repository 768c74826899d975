export type EditorLanguage = 'markdown' | 'json' | 'yaml';

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
