import type { MemoryFinding } from '../../../shared/model/memory';
import type { Memory } from '../context/load-memory';
import type { MemoryFile } from '../context/memory-file';
import { findContradictions } from './find-contradictions';
import { offerEnforcement } from './offer-enforcement';
import { readOrder } from './read-order';
import { readSentences } from './read-sentences';

/** Beyond this many lines instructions are followed less well. */
const LONG = 200;

export interface LintMemoryOptions {
  /** Lines (1-based) of a file's text that hold a secret. */
  findSecretLines(file: MemoryFile): Promise<number[]>;
  /** Whether a deny rule of that very text is in force. */
  isDenied(rule: string): boolean;
}

/** What the authors of the loaded instruction files would want to know, in load order. Simple checks: what is in doubt is left out. */
export async function lintMemory(memory: Pick<Memory, 'files' | 'conditional'>, options: LintMemoryOptions): Promise<MemoryFinding[]> {
  // Notes of the agent are no orders of anybody.
  const files = [...memory.files, ...memory.conditional];
  const written = files.filter(({ scope }) => scope !== 'auto');
  const orders = written.flatMap(readSentences).flatMap((sentence) => readOrder(sentence) ?? []);
  const secrets = await Promise.all(files.map((file) => findSecrets(file, options)));
  return [
    ...written.filter(({ lines }) => lines > LONG).map(long),
    ...secrets.flat(),
    ...findContradictions(orders),
    ...orders.flatMap((order): MemoryFinding[] => {
      const offer = offerEnforcement(order);
      if (offer === undefined || (offer.type === 'rule' && offer.rules.every(options.isDenied))) return [];
      const { file, line, words } = order.sentence;
      return [{ code: 'memory-unenforced', severity: 'info', file, line, words, offer }];
    }),
  ];
}

function long({ path, lines }: MemoryFile): MemoryFinding {
  return { code: 'memory-long', severity: 'warning', file: path, line: LONG + 1, words: String(lines) };
}

async function findSecrets(file: MemoryFile, { findSecretLines }: LintMemoryOptions): Promise<MemoryFinding[]> {
  const lines = await findSecretLines(file);
  return lines.map((line) => ({ code: 'memory-secret', severity: 'warning', file: file.path, line, words: '' }));
}
