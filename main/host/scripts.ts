import { CodedError } from '../../shared/model/failure';
import type { Script } from '../adapters/providers/scripted/script-format';
import { readLinked } from '../core/kernel/read-linked';
import type { HostPorts } from './host-ports';

type ScriptPorts = Pick<HostPorts, 'files' | 'home' | 'resources'>;

/** Where scripts lie: those of the product, then the person's own. A name of the product keeps its meaning. */
function scriptFolders({ home, resources }: ScriptPorts): string[] {
  return [`${resources}/scripts`, `${home}/scripts`];
}

/** Names of the scripts that the scripted model can play. */
export async function listScripts(ports: ScriptPorts): Promise<string[]> {
  const lists = await Promise.all(scriptFolders(ports).map((folder) => ports.files.list(folder).catch(() => [])));
  const names = lists.flat().filter(({ name }) => name.endsWith('.yaml'));
  return [...new Set(names.map(({ name }) => name.slice(0, -'.yaml'.length)))];
}

/** Rejects with `bad-request` for a name that is no script, or a script with mistakes. */
export async function loadScript(ports: ScriptPorts, name: string): Promise<Script> {
  if (!/^[a-z0-9-]{1,60}$/.test(name)) throw new CodedError('bad-request', `no script ${JSON.stringify(name)}`);
  for (const folder of scriptFolders(ports)) {
    const path = `${folder}/${name}.yaml`;
    const bytes = await readLinked(ports.files, path).catch(() => undefined);
    if (bytes === undefined) continue;
    const { parseScript } = await import('../adapters/providers/scripted/script-format');
    const parsed = parseScript(new TextDecoder().decode(bytes), path);
    if (!parsed.ok) throw new CodedError('bad-request', parsed.problems.join('\n'));
    return parsed.script;
  }
  throw new CodedError('bad-request', `no script ${name}`);
}
