import type { Mode } from '../../../shared/model/mode';
import type { Action, Decision, RuleRef } from '../../../shared/model/permission';
import { decideCommand } from './decide-command';
import { decideByBuiltin, type Outcome } from './decide-by-mode';
import { hostOf } from './domain-pattern';
import type { PermissionQuery } from './gate';
import { canonicalToolName, KNOWN_TOOLS } from './known-tools';
import { showPath, toRulePath } from './path-text';
import type { Rule } from './rule';
import type { RuleIndex } from './rule-index';
import type { RuleSet } from './rule-set';
import { isolationOf } from './sandbox-allowance';
import { findSecretTarget, SECRET_PATH, secretWords } from './secret-access';
import { sayRule } from './rule-words';

/**
 * Decides one action. Pure. Order, over all scopes: deny, guarded files, edits in plan mode, ask, then what no rule can lift (critical removal,
 * protected paths, what wants a person), bypass, allow, and what the mode allows by itself. `dontAsk` turns every "ask" into "deny". Never throws.
 */
export function decide({ action, mode }: PermissionQuery, rules: RuleSet): Decision {
  const outcome = action.command !== undefined ? decideCommand(action, action.command, mode, rules) : decideTool(action, mode, rules);
  return describe(outcome, mode, rules, action);
}

function decideTool(action: Action, mode: Mode, rules: RuleSet): Outcome {
  const denied = findRestriction(rules.deny, action);
  if (denied !== undefined) return { verdict: 'deny', rule: denied.ref };
  const secret = findSecretTarget(action, rules.secrets);
  if (secret !== undefined)
    return { verdict: 'deny', builtin: SECRET_PATH, words: secretWords(secret, rules.folder), guarded: secret.path };
  if (mode === 'plan' && action.capability === 'write') return { verdict: 'deny', builtin: 'plan-mode', words: 'Plan mode blocks edits.' };
  const asked = findRestriction(rules.ask, action);
  if (asked !== undefined) return { verdict: 'ask', rule: asked.ref };
  return decideByBuiltin(action, mode, rules, () => findAllowance(rules.allow, action));
}

/** Deny and ask: one path, resolved or as asked for, is enough. */
function findRestriction(index: RuleIndex, action: Action): Rule | undefined {
  const tool = canonicalToolName(action.tool);
  const whole = index.findForTool(tool, action);
  if (whole !== undefined) return whole;
  const paths = [...action.paths, ...(action.asked ?? [])].map(toRulePath);
  for (const governor of governors(tool, action, true)) {
    const bare = governor === tool ? undefined : index.findForTool(governor, action);
    if (bare !== undefined && bare.matcher.kind === 'bare') return bare;
    for (const path of paths) {
      const found = index.findForPath(governor, path);
      if (found !== undefined) return found;
    }
  }
  return findForUrl(index, tool, action);
}

/** Allow: every path, resolved and as asked for, must be covered. */
function findAllowance(index: RuleIndex, action: Action): Rule | undefined {
  const tool = canonicalToolName(action.tool);
  const whole = index.findForTool(tool, action);
  if (whole !== undefined) return whole;
  const paths = [...action.paths, ...(action.asked ?? [])].map(toRulePath);
  const governing = governors(tool, action, false);
  for (const governor of governing) {
    const bare = index.findForTool(governor, action);
    if (bare !== undefined && bare.matcher.kind === 'bare') return bare;
  }
  const found = paths.map((path) => governing.map((governor) => index.findForPath(governor, path)).find((rule) => rule !== undefined));
  if (paths.length > 0 && found.every((rule) => rule !== undefined)) return found[0];
  return findForUrl(index, tool, action);
}

function findForUrl(index: RuleIndex, tool: string, action: Action): Rule | undefined {
  const host = action.url === undefined ? undefined : hostOf(action.url);
  return host === undefined ? undefined : index.findForHost(tool, host);
}

/** Whose path rules count: a read deny also blocks Edit and Write; an edit allowance also lets read. */
function governors(tool: string, action: Action, restricting: boolean): Array<'Read' | 'Edit'> {
  const known = KNOWN_TOOLS.get(tool);
  const governedBy = tool === 'Read' || tool === 'Edit' ? tool : known?.governedBy;
  const reads = governedBy === 'Read' || (known === undefined && (action.capability === 'read' || action.capability === 'search'));
  const writes = governedBy === 'Edit' || (known === undefined && action.capability === 'write');
  if (reads) return restricting ? ['Read'] : ['Read', 'Edit'];
  if (!writes) return [];
  return restricting && tool !== 'NotebookEdit' ? ['Edit', 'Read'] : ['Edit'];
}

function describe(outcome: Outcome, mode: Mode, rules: RuleSet, action: Action): Decision {
  const quiet = mode === 'dontAsk' && outcome.verdict === 'ask';
  const because = outcome.rule === undefined ? (outcome.words ?? 'Nothing allows it.') : ruleWords(outcome.rule, outcome.part);
  const off = outcome.verdict === 'ask' && outcome.rule === undefined ? findIgnored(rules, action) : undefined;
  const isolation = action.command === undefined ? undefined : isolationOf(rules.parse(action.command), rules);
  const reason = [
    because,
    quiet ? 'The mode dontAsk denies what would have to be asked.' : '',
    off === undefined ? '' : `The rule ${off.text} would allow it, but the folder is not trusted.`,
  ];
  return {
    decision: quiet ? 'deny' : outcome.verdict,
    mode,
    reason: reason.filter((text) => text !== '').join(' '),
    ...(outcome.rule === undefined ? { builtin: outcome.builtin ?? 'not-allowed' } : { rule: outcome.rule }),
    ...(off === undefined ? {} : { off }),
    ...(outcome.guarded === undefined ? {} : { guarded: showPath(outcome.guarded, rules.folder) }),
    ...(outcome.parts === undefined ? {} : { parts: outcome.parts }),
    ...(isolation === undefined ? {} : { sandbox: isolation }),
    diagnostics:
      off === undefined
        ? []
        : [{ code: 'untrusted-folder', severity: 'warning', ...sayRule('untrusted', { rule: off.text }), ...placeOf(off) }],
  };
}

function findIgnored(rules: RuleSet, action: Action): RuleRef | undefined {
  if (rules.ignoredAllow === undefined) return undefined;
  const found =
    action.command === undefined
      ? findAllowance(rules.ignoredAllow, action)
      : rules.ignoredAllow.findForCommand(action.tool, rules.parse(action.command).command, rules.parse(action.command).parts.length !== 1);
  return found?.ref;
}

function placeOf(ref: RuleRef): { file?: string; line?: number } {
  return { ...(ref.file === undefined ? {} : { file: ref.file }), ...(ref.line === undefined ? {} : { line: ref.line }) };
}

/** "Denied by the rule Bash(git clean:*) in .claude/settings.json:5 (part 3: git clean -fd)." */
function ruleWords(rule: RuleRef, part: Outcome['part']): string {
  const verb = { allow: 'Allowed', ask: 'To be asked', deny: 'Denied' }[rule.verdict];
  const scopes = {
    managed: 'the managed settings',
    cli: 'the command line',
    session: 'this session',
    local: 'the local settings',
    project: 'the project settings',
    user: 'your own settings',
  };
  const place = rule.file === undefined ? `of ${scopes[rule.scope]}` : `in ${rule.file}${rule.line === undefined ? '' : `:${rule.line}`}`;
  return `${verb} by the rule ${rule.text} ${place}${part === undefined ? '' : ` (part ${part.number}: ${part.text})`}.`;
}
