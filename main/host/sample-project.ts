import { readLinked } from '../core/kernel/read-linked';
import type { HostPorts } from './host-ports';

type SamplePorts = Pick<HostPorts, 'files' | 'home' | 'resources' | 'logger'>;

/** The sample project in the home, copied there the first time and never written again; undefined where it cannot be made. */
export async function openSample(ports: SamplePorts): Promise<string | undefined> {
  const target = `${ports.home}/sample`;
  try {
    if ((await ports.files.stat(target)) === undefined) await copyFolder(ports, `${ports.resources}/sample-project`, target);
    return await ports.files.realpath(target);
  } catch (error) {
    ports.logger.log('warn', 'no sample project', { error: String(error) });
    return undefined;
  }
}

async function copyFolder(ports: SamplePorts, from: string, to: string): Promise<void> {
  for (const { name, kind } of await ports.files.list(from)) {
    if (kind === 'directory') await copyFolder(ports, `${from}/${name}`, `${to}/${name}`);
    if (kind === 'file')
      await ports.files.writeFile(await ports.files.realpath(`${to}/${name}`), await readLinked(ports.files, `${from}/${name}`));
  }
}
