import type { Result } from '../../shared/contract/methods';
import { estimateTokens } from '../core/context/estimate-tokens';
import { loadMemory, type MemoryPlace } from '../core/context/load-memory';
import { findFiles } from '../core/kernel/read-text';

const MOST_TOPICS = 200;

/** The memory files of a folder as the model would get them, with what each costs. */
export async function describeMemory(place: MemoryPlace): Promise<Result<'folder.memory'>> {
  const memory = await loadMemory(place);
  const files = [...memory.files, ...memory.conditional].map(({ path, kind, scope, lines, size, pieces, importedBy, paths }) => ({
    path,
    kind,
    scope,
    lines,
    size,
    tokens: pieces.reduce((sum, piece) => sum + estimateTokens(piece.text), 0),
    ...(importedBy === undefined ? {} : { importedBy }),
    ...(paths === undefined ? {} : { when: paths.join(', ') }),
  }));
  const { autoMemory } = place;
  if (autoMemory === undefined) return { files, diagnostics: memory.diagnostics };
  const found = await Promise.all([autoMemory.own, autoMemory.shared].map((folder) => findFiles(place.files, folder, '.md', MOST_TOPICS)));
  const topics = found.flatMap(({ paths }) => paths).filter((path) => !path.endsWith('/MEMORY.md'));
  return {
    files,
    notes: { on: memory.autoMemory, folder: autoMemory.own, topics },
    diagnostics: [...memory.diagnostics, ...found.flatMap(({ diagnostics }) => diagnostics)],
  };
}
