import { join } from 'node:path';
import { z } from 'zod';
import { FileError } from '../../core/ports';
import type { HostPorts } from '../host-ports';

const countsSchema = z.record(z.string(), z.number().int());

function fileOf(ports: Pick<HostPorts, 'home'>): string {
  return join(ports.home, 'skill-uses.json');
}

/** How often each skill was used on this machine, by name. A file that is missing or broken counts as none. */
export async function readSkillCounts(ports: Pick<HostPorts, 'home' | 'files'>): Promise<Map<string, number>> {
  try {
    const file = await ports.files.realpath(fileOf(ports));
    const parsed = countsSchema.safeParse(JSON.parse(new TextDecoder().decode(await ports.files.readFile(file))));
    return new Map(parsed.success ? Object.entries(parsed.data) : []);
  } catch (error) {
    if (error instanceof FileError || error instanceof SyntaxError) return new Map();
    throw error;
  }
}

/** Counts one more use, also where several sessions and processes of this home count at once. Never rejects. */
export async function countSkillUse(ports: Pick<HostPorts, 'home' | 'files' | 'logger' | 'lockFile'>, skill: string): Promise<void> {
  try {
    const file = await ports.files.realpath(fileOf(ports));
    await ports.lockFile(file, async () => {
      const counts = await readSkillCounts(ports);
      counts.set(skill, (counts.get(skill) ?? 0) + 1);
      await ports.files.writeFile(file, new TextEncoder().encode(`${JSON.stringify(Object.fromEntries(counts), undefined, 2)}\n`));
    });
  } catch (error) {
    ports.logger.log('warn', 'the use of a skill was not counted', { skill, error: String(error) });
  }
}
