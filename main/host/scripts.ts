import { CodedError } from '../../shared/model/failure';
import type { Script } from '../adapters/providers/scripted/script-format';
import type { HostPorts } from './host-ports';

/** Names of the scripts that the scripted model can play. */
export async function listScripts({ files, resources }: Pick<HostPorts, 'files' | 'resources'>): Promise<string[]> {
  const entries = await files.list(`${resources}/scripts`).catch(() => []);
  return entries.filter(({ name }) => name.endsWith('.yaml')).map(({ name }) => name.slice(0, -'.yaml'.length));
}

/** Rejects with `bad-request` for a name that is no script, or a script with mistakes. */
export async function loadScript({ files, resources }: Pick<HostPorts, 'files' | 'resources'>, name: string): Promise<Script> {
  if (!/^[a-z0-9-]{1,60}$/.test(name)) throw new CodedError('bad-request', `no script ${JSON.stringify(name)}`);
  const path = `${resources}/scripts/${name}.yaml`;
  const { parseScript } = await import('../adapters/providers/scripted/script-format');
  const bytes = await files.readFile(path).catch(() => undefined);
  if (bytes === undefined) throw new CodedError('bad-request', `no script ${name}`);
  const parsed = parseScript(new TextDecoder().decode(bytes), path);
  if (!parsed.ok) throw new CodedError('bad-request', parsed.problems.join('\n'));
  return parsed.script;
}
