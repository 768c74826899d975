import type { Config } from '../../../shared/model/config';
import { type LoadedServers, loadServers } from '../../core/mcp/load-servers';
import type { Variables } from '../../core/mcp/expand-variables';
import type { HostPorts } from '../host-ports';
import { isUntracked } from './is-untracked';
import type { KeptDecisions } from './server-store';

/** What the entries of a folder are judged by. */
export interface ServersGround extends KeptDecisions, Pick<Config, 'readUserFiles'> {
  /** Absolute, resolved. */
  folder: string;
  trusted: boolean;
}

type ReadingPorts = Pick<HostPorts, 'files' | 'personHome' | 'home' | 'managedDir' | 'invocation' | 'env' | 'hash' | 'process'>;

/** The servers of a folder as its files have them now. Rejects as `loadServers` does. */
export function readServers(ports: ReadingPorts, { problem, ...ground }: ServersGround): Promise<LoadedServers> {
  return loadServers({
    ...ground,
    files: ports.files,
    home: ports.personHome,
    productHome: ports.home,
    managedDir: ports.managedDir,
    approveAll: ports.invocation?.trust === true,
    named: ports.invocation?.servers,
    ...(problem === undefined ? {} : { stateProblem: problem }),
    variables: serverVariables(ports, ground.folder),
    hash: ports.hash,
    isUntracked: (path) => isUntracked(ports, path),
  });
}

/** What `${VAR}` in an entry of the folder stands for. */
export function serverVariables({ env }: Pick<HostPorts, 'env'>, folder: string): Variables {
  return { ...env, CLAUDE_PROJECT_DIR: folder };
}
