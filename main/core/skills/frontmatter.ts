/** What YAML frontmatter says. */
export interface FrontmatterData {
  /** Top-level members; empty when there is none or it is broken. */
  data: Record<string, unknown>;
  /** 1-based line on which a top-level key stands, and the last line of its value. */
  lines: Record<string, { start: number; end: number }>;
  /** What is wrong with the YAML, with its line. */
  problem?: { message: string; line: number; kind?: 'never-closes' | 'late' };
  /** Where YAML refuses it and it was read all the same, as it was surely meant. */
  loose?: { line: number };
}

export interface Frontmatter extends FrontmatterData {
  body: string;
  /** 1-based line of the body's first character. */
  bodyLine: number;
}
