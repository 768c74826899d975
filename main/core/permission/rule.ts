import type { RuleRef } from '../../../shared/model/permission';
import type { CommandPattern } from './command-pattern';

/** What a rule tests beyond the tool's name. */
export type RuleMatcher =
  | { kind: 'bare' }
  /** Gitignore-style, as written, with its anchor (`//`, `~/`, `/` or none). */
  | { kind: 'path'; pattern: string }
  | { kind: 'command'; pattern: CommandPattern }
  | { kind: 'domain'; domain: string }
  /** `value` may hold `*`. */
  | { kind: 'param'; name: string; value: string }
  /** A skill or sub-agent; `withArgs` is `Skill(name *)`. */
  | { kind: 'name'; name: string; withArgs: boolean };

export interface ParsedRule {
  /** Canonical tool name, or a pattern with `*` where `toolPattern` is set. */
  tool: string;
  toolPattern: boolean;
  matcher: RuleMatcher;
}

/** A rule in force, or kept for display with the reason why it is off. */
export interface Rule extends ParsedRule {
  ref: RuleRef;
  /** Where `/path` starts: the folder for project and local rules and grants, the `.claude` folder for the person's own. */
  sourceBase: string;
  off?: 'untrusted';
}
