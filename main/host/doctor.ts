import type { Credentials } from './credentials';
import type { HostPorts } from './host-ports';
import { findEndpoint, usableUrl } from './model-service';

export interface HealthCheck {
  id: string;
  ok: boolean;
  detail: string;
}

/** What works on this machine, without secrets: for a person and for bug reports. */
export async function reportHealth(ports: HostPorts, credentials: Credentials): Promise<HealthCheck[]> {
  return Promise.all([
    check('version', async () => `${ports.appVersion} on ${ports.platform} ${ports.osVersion}`),
    check('home', () => writable(ports)),
    check('config', async () => {
      const { config, diagnostics } = await ports.config.read();
      if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('; '));
      usableUrl(findEndpoint(ports, config));
      return 'read without a problem';
    }),
    check('sessions', async () => `${(await ports.store.list({ archived: false, query: '', offset: 0, limit: 1 })).total} sessions`),
    check('credential', async () => {
      const kind = await credentials.kind();
      if (kind !== 'stored') return kind;
      return ports.secrets.kind === 'os' ? "in the system's key store" : 'in memory only';
    }),
    check('secret-store', async () =>
      ports.secrets.kind === 'os' ? "the system's key store" : 'none: a key lasts as long as the process',
    ),
    check('search', async () => {
      await ports.search.listFiles(ports.resources, 1, new AbortController().signal);
      return 'ripgrep runs';
    }),
    check('git', () => version(ports, 'git')),
    check('sandbox', () => sandbox(ports)),
  ]);
}

async function check(id: string, run: () => Promise<string>): Promise<HealthCheck> {
  try {
    return { id, ok: true, detail: await run() };
  } catch (error) {
    return { id, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function sandbox({ shell }: HostPorts): Promise<string> {
  const { available, detail } = await shell.findSandbox();
  if (!available) throw new Error(`commands cannot be isolated, so every one is asked for: ${detail}`);
  return detail;
}

async function writable({ files, home, ids }: HostPorts): Promise<string> {
  const probe = await files.realpath(`${home}/${ids.next('probe')}`);
  await files.writeFile(probe, new Uint8Array());
  await files.remove(probe);
  return `${home} can be written`;
}

async function version(ports: HostPorts, program: string): Promise<string> {
  const { code, stdout, stderr } = await ports.process.run(program, ['--version'], {
    cwd: ports.resources,
    timeoutMs: 5_000,
    maxBytes: 4_096,
  });
  if (code !== 0) throw new Error(stderr.trim() || `${program} does not run`);
  return stdout.trim();
}
