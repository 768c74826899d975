import type { Result } from '../../shared/contract/methods';
import { estimateTokens } from '../core/context/estimate-tokens';
import { loadMemory, type MemoryPlace } from '../core/context/load-memory';

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
  const notes = place.autoMemory === undefined ? {} : { notes: { on: memory.autoMemory, folder: place.autoMemory.own } };
  return { files, ...notes, diagnostics: memory.diagnostics };
}
