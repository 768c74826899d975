import type { Mode } from '../../../shared/model/mode';
import type { Action, Decision, Resolution, RuleOffer } from '../../../shared/model/permission';
import type { Principal } from './principal';
import type { TurnRule } from './turn-rules';

/** Everything that a decision depends on. Same input, same decision: no clock, no disk. */
export interface PermissionQuery {
  action: Action;
  mode: Mode;
  agent: string;
  /** Who asks, where that is not the main agent. */
  principal?: Principal;
  /** What this turn has read that nobody vouches for: pages, servers, files outside the project. */
  untrusted?: readonly string[];
  /** Rules that hold for this turn only. */
  turnRules?: readonly TurnRule[];
}

/** Rules of one session with its folder: file scopes, command line and session grants. */
export interface PermissionPolicy {
  /** Loads what deciding on an action needs, at its first use. Never rejects. To be awaited before `decide` and `offers`. */
  prepare?(action: Action): Promise<void>;
  decide(query: PermissionQuery): Decision;
  /** Whether a path is kept from commands: a secret, or denied by a rule. The same function until the rules change. */
  isGuarded?: (path: string) => boolean;
  /** What "allow always" offers for an action: narrowest first; empty where no rule may be saved. */
  offers(action: Action): RuleOffer[];
  /** Writes an offered rule to its file, or grants it to the session, and takes effect at once. */
  grant(offer: RuleOffer): Promise<void>;
}

export interface GateRequest {
  item: string;
  turn: string;
  agent: string;
  action: Action;
  decision: Decision;
  offers: RuleOffer[];
  untrusted: string[];
}

/** Beside the loop: logs the request, waits for the first valid answer, logs the resolution for every way to end. */
export interface PermissionGate {
  ask(request: GateRequest, signal: AbortSignal): Promise<Resolution>;
}
