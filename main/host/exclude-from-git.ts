import type { HostPorts } from './host-ports';
import { createGitRunner } from './run-git';

type ExcludePorts = Pick<HostPorts, 'process' | 'files'>;

const LIMITS = { timeoutMs: 10_000, maxBytes: 100_000 };
const LOCAL_SETTINGS = '.claude/settings.local.json';

/** Makes git pass over what fits a pattern, by the repository's own list that no one else sees. Never rejects. */
export async function excludeFromGit({ process, files }: ExcludePorts, folder: string, pattern: string): Promise<void> {
  const asked = await createGitRunner(process, LIMITS)(folder, 'rev-parse', '--path-format=absolute', '--git-path', 'info/exclude');
  const path = asked.code === 0 ? asked.stdout.trim() : '';
  if (path === '') return;
  const real = await files.realpath(path).catch(() => path);
  const text = await files.readFile(real).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  );
  if (text.split('\n').includes(pattern)) return;
  const lines = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await files.writeFile(real, new TextEncoder().encode(`${lines}${pattern}\n`)).catch(() => undefined);
}

/** Local settings are one person's: where a change of settings makes that file, git passes over it, as the ecosystem does. */
export function keepLocalSettingsOutOfGit(ports: ExcludePorts & Pick<HostPorts, 'lockFile'>): HostPorts['lockFile'] {
  return (path, change) =>
    ports.lockFile(path, async () => {
      const isNew = path.endsWith(`/${LOCAL_SETTINGS}`) && (await ports.files.stat(path)) === undefined;
      const result = await change();
      const folder = path.slice(0, -LOCAL_SETTINGS.length - 1);
      if (isNew && (await ports.files.stat(path)) !== undefined) await excludeFromGit(ports, folder, `**/${LOCAL_SETTINGS}`);
      return result;
    });
}
