import type { CommandIsolation, SandboxGrant } from '../../../shared/model/sandbox';
import type { CommandSandbox } from '../ports';
import type { PermissionPolicy } from './gate';

type Guard = Pick<PermissionPolicy, 'isGuarded'>;

const hidesNothing = () => false;

/** How a command runs as it was decided; undefined where nothing isolates it. */
export function sandboxOf(isolation: CommandIsolation | undefined, policy: Guard, session: string): CommandSandbox | undefined {
  return isolation?.isolated === true ? sandboxWith(isolation.grant, policy, session) : undefined;
}

/** A sandbox with this grant, in which what the policy guards is hidden. */
export function sandboxWith(grant: SandboxGrant, { isGuarded = hidesNothing }: Guard, session: string): CommandSandbox {
  return { grant, session, isGuarded };
}
