import type { Mode } from '../../../shared/model/mode';
import type { Action } from '../../../shared/model/permission';
import type { CommandContext } from './read-only-commands';
import type { RuleSet } from './rule-set';
import type { SandboxAllowance } from './sandbox-allowance';

/** What the decision on one part of a command goes by. */
export interface PartContext extends CommandContext {
  action: Action;
  mode: Mode;
  rules: RuleSet;
  /** A `cd` is among the parts of the command. */
  moves: boolean;
  /** Files of the working directories that a rule keeps from being read. */
  restricted: readonly string[];
  /** The sandbox hides every file that is not to be read, whatever name it gets. */
  hidden: boolean;
  /** What the isolation of the command stands for. */
  inside: SandboxAllowance;
}
