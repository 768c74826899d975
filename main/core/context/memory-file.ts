import type { MemoryPiece } from './memory-text';

/** A CLAUDE.md, AGENTS.md or rules file, or a file imported by one, as it reaches the model. */
export interface MemoryFile {
  path: string;
  kind: 'instructions' | 'rule' | 'nested-instructions';
  scope: 'managed' | 'user' | 'project' | 'local';
  /** Without stripped comments and frontmatter. */
  pieces: MemoryPiece[];
  /** Lines of the whole file. */
  lines: number;
  importedBy?: string;
  /** Globs of a rules file that is loaded only when a matching file is touched. */
  paths?: string[];
}
