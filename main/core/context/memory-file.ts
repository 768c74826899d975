import type { MemoryPiece } from './memory-text';

/** A CLAUDE.md, AGENTS.md or rules file, or a file imported by one, as it reaches the model. */
export interface MemoryFile {
  path: string;
  kind: 'instructions' | 'rule' | 'nested-instructions';
  /** `auto`: notes that agents wrote for later sessions. */
  scope: 'managed' | 'user' | 'project' | 'local' | 'auto';
  /** Without stripped comments and frontmatter. */
  pieces: MemoryPiece[];
  /** Lines and bytes of the whole file. */
  lines: number;
  size: number;
  importedBy?: string;
  /** Globs of a rules file that is loaded only when a matching file is touched. */
  paths?: string[];
}
