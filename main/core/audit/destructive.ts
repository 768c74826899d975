import type { CapabilityUse } from '../../../shared/model/permission';
import type { SideEffect } from '../../../shared/model/tool';

/** What cannot be taken back: it is on record before it begins, and asked for again when it is repeated. */
const DESTRUCTIVE = new Set<CapabilityUse['capability']>(['delete', 'git-publish', 'deploy']);
const AUDITED = new Set<SideEffect>(['write', 'execute', 'network', 'destructive']);

/** Whether calls of a tool with this side effect are audited: those that only read are not. */
export function isAudited(sideEffect: SideEffect): boolean {
  return AUDITED.has(sideEffect);
}

export function isDestructive(sideEffect: SideEffect | undefined, capabilities: readonly CapabilityUse[] | undefined): boolean {
  return sideEffect === 'destructive' || (capabilities ?? []).some(({ capability }) => DESTRUCTIVE.has(capability));
}
