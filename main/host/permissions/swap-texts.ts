import { CodedError } from '../../../shared/model/failure';
import { readIfThere } from '../../core/permission/grant-rule';
import type { PlannedEdits } from '../../core/permission/matrix/plan-edits';
import type { FileSystem } from '../../core/ports';
import type { KeyedQueue } from '../../core/kernel/keyed-queue';

/**
 * Puts files to their text before or after a change: all of them or, where one cannot be written, none. Nobody of this process changes
 * them meanwhile. Rejects with `conflict`, and writes nothing, where one does not have its other text.
 */
export function swapTexts(disk: FileSystem, queue: KeyedQueue, files: PlannedEdits['files'], to: 'before' | 'after'): Promise<void> {
  const from = to === 'after' ? 'before' : 'after';
  // In one order for everybody: two that want the same files never wait for each other.
  const paths = [...files.keys()].sort();
  const alone = paths.reduceRight<() => Promise<void>>(
    (job, path) => () => queue.run(path, job),
    async () => {
      for (const [path, texts] of files)
        if ((await readIfThere(disk, path)) !== texts[from])
          throw new CodedError('conflict', `${path} was changed meanwhile: nothing was written.`);
      const written: string[] = [];
      try {
        for (const [path, texts] of files) {
          await putText(disk, path, texts[to]);
          written.push(path);
        }
      } catch (error) {
        await Promise.allSettled(written.map((path) => putText(disk, path, files.get(path)?.[from])));
        throw error;
      }
    },
  );
  return alone();
}

export async function putText(disk: FileSystem, path: string, text: string | undefined): Promise<void> {
  const real = await disk.realpath(path);
  if (text === undefined) await disk.remove(real);
  else await disk.writeFile(real, new TextEncoder().encode(text));
}
