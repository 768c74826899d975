const BLOCK = /^(\uFEFF?---[ \t]*\r?\n)(?:([\s\S]*?)(\r?\n))??(---[ \t]*(?:\r?\n|$))/;

/** A text with YAML frontmatter, cut so that its parts put together are the text again; `lineEnd` stands only behind YAML that is there. */
export interface SplitText {
  /** With a byte order mark, where there is one. */
  open: string;
  yaml: string;
  lineEnd: string;
  close: string;
  body: string;
}

/** Undefined where no frontmatter opens on line 1, or it never closes. */
export function splitFrontmatter(text: string): SplitText | undefined {
  const match = BLOCK.exec(text);
  if (match === null) return undefined;
  const [whole, open = '', yaml = '', lineEnd, close = ''] = match;
  return { open, yaml, lineEnd: lineEnd ?? (open.endsWith('\r\n') ? '\r\n' : '\n'), close, body: text.slice(whole.length) };
}
