import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { ShellVariable } from '../ports';
import type { HookEventName } from './hook-events';

/** Events whose hooks may hand variables on to later commands. */
export const EXPORTING: ReadonlySet<HookEventName> = new Set(['SessionStart', 'CwdChanged', 'FileChanged']);

export interface HandedOn {
  hook: string;
  agent: string;
  /** The hook ran in the sandbox: what it says then reaches no command outside. */
  isolated: boolean;
  variables: readonly ShellVariable[];
}

/** What the hooks of a session handed on: the newest of each hook, for the agent at whose moment it ran; the main agent's is everybody's. */
export class HookVariables {
  readonly #handedOn = new Map<string, HandedOn>();

  note(given: HandedOn): void {
    const key = `${given.hook} ${given.agent}`;
    this.#handedOn.delete(key);
    this.#handedOn.set(key, given);
  }

  /** For a command of an agent, in the order in which they came. */
  of(agent: string, isolated: boolean): ShellVariable[] {
    return [...this.#handedOn.values()].flatMap((given) =>
      (given.agent === MAIN_AGENT || given.agent === agent) && (isolated || !given.isolated) ? given.variables : [],
    );
  }
}
