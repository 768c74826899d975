import type { SandboxGrant } from '../../shared/model/sandbox';

/** A grant of one folder to write and nothing besides, with room for what a test starts; `more` differs from that. */
export function grantOf(folder: string, more: Partial<SandboxGrant> = {}): SandboxGrant {
  return {
    folder,
    writable: [folder],
    neverWritable: [],
    readable: [],
    unreadable: [],
    hosts: [],
    deniedHosts: [],
    unixSockets: false,
    nestedNamespaces: false,
    limits: { processes: 512, memoryBytes: 64 * 2 ** 30, fileBytes: 2 ** 30 },
    ...more,
  };
}
