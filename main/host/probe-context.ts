import { CodedError } from '../../shared/model/failure';
import { MAIN_AGENT } from '../../shared/model/main-agent';
import { rangeThroughLinks } from '../core/kernel/read-linked';
import { createBackgroundShells } from '../core/tools/create-background-shells';
import { createFileLedger } from '../core/tools/create-file-ledger';
import { createWorkingDirectory } from '../core/tools/create-working-directory';
import type { ToolContext } from '../core/tools/tool';
import type { HostPorts } from './host-ports';

/** A tool context outside any session, for asking a tool what a call would do. Nothing can be run with it. */
export function createProbeContext(ports: HostPorts, folder: string): ToolContext {
  return {
    session: '',
    item: '',
    agent: MAIN_AGENT,
    folder,
    home: ports.personHome,
    cwd: createWorkingDirectory([folder]),
    signal: new AbortController().signal,
    files: ports.files,
    hide: async (text) => text,
    shell: ports.shell,
    search: ports.search,
    documents: ports.documents,
    web: ports.web,
    clock: ports.clock,
    ledger: createFileLedger(),
    background: createBackgroundShells(rangeThroughLinks(ports.files), async () => undefined),
    hash: ports.hash,
    onOutput: () => undefined,
    recordChange: async () => refuse(),
    newSpill: () => refuse(),
    askQuestions: async () => undefined,
  };
}

function refuse(): never {
  throw new CodedError('unavailable', 'nothing runs outside a session');
}
