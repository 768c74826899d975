import type { SandboxTrace } from '../ports';

/** Hosts that a command reached and was refused, as they are kept on record. */
export function seenHosts({ reachedHosts, refusedHosts }: { [Name in 'reachedHosts' | 'refusedHosts']?: SandboxTrace[Name] | undefined }): {
  hosts?: string[];
  refusedHosts?: string[];
} {
  return {
    ...(reachedHosts === undefined ? {} : { hosts: reachedHosts }),
    ...(refusedHosts === undefined ? {} : { refusedHosts }),
  };
}
