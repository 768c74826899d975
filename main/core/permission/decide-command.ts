import type { Mode } from '../../../shared/model/mode';
import type { Action, PartDecision } from '../../../shared/model/permission';
import type { CommandIsolation } from '../../../shared/model/sandbox';
import { isCriticalRemoval } from './critical-removal';
import type { Outcome } from './decide-by-mode';
import { decidePart, type PartOutcome, READ_ONLY } from './decide-part';
import type { PartContext } from './part-context';
import { effectsByName } from './named-effects';
import { isInside, toRulePath } from './path-text';
import { findMove } from './place-set';
import { NO_COMMITS } from './find-reach';
import { reachOf } from './found-reach';
import type { Rule } from './rule';
import type { RuleIndex } from './rule-index';
import type { RuleSet } from './rule-set';
import { DEFAULT_SANDBOX } from '../shell/sandbox-settings';
import { allowanceOf, isolationOf } from './sandbox-allowance';
import { findGuarded, SECRET_PATH, secretWords } from './secret-access';

/** What is allowed because of where its files lie. */
const BY_PLACE = new Set([READ_ONLY, 'accept-edits']);
const WAY_OUT =
  'To let your rules decide all the same, put "sandbox": { "allowUnsandboxedCommands": true } into ~/.claude/settings.json or, for this folder, into .claude/settings.local.json; the mode bypassPermissions asks for nothing.';

/**
 * Decides a shell command. Deny, then ask: one part is enough. Then what no rule lifts, what the mode says, and the rule for the
 * whole text or for the whole tool. Otherwise it is allowed when every part is.
 */
export function decideCommand(action: Action, command: string, mode: Mode, rules: RuleSet): Outcome {
  const parsed = rules.parse(command);
  const isolation = isolationOf(parsed, rules);
  const inside = allowanceOf(isolation, rules);
  const cwd = toRulePath(action.paths[0] ?? rules.folder);
  const reach = reachOf(rules, parsed.command, cwd);
  const { links } = reach;
  const moves = parsed.parts.some((part) => findMove(part.words) !== 'no move');
  const context: PartContext = {
    action,
    mode,
    rules,
    folder: rules.folder,
    cwd,
    home: rules.home,
    directories: rules.directories,
    ignoreCase: rules.ignoreCase,
    guardedReads: rules.deny.hasPaths('Read') || rules.ask.hasPaths('Read'),
    trusted: rules.trusted,
    targets: reach.targets,
    restricted: reach.restricted,
    // What is to be asked about stays in sight.
    hidden: isolation?.isolated === true && !rules.ask.hasPaths('Read'),
    complete: reach.complete && reach.allNamed,
    // Behind a `cd` another repository may be meant.
    commits: moves ? NO_COMMITS : reach.commits,
    inside,
    moves,
  };
  const parts = parsed.parts.map((part) => decidePart(part, context));
  const compound = parts.length > 1 || (parts.length === 1 && parts[0]?.decision.text !== parsed.command);
  const shown = (decide: (part: PartOutcome) => PartDecision) => (compound ? { parts: parts.map(decide) } : {});

  for (const verdict of ['deny', 'ask'] as const) {
    const tool = rules[verdict].findForTool(action.tool, action);
    // "Ask for every command" means those that the sandbox does not hold.
    const lifted = verdict === 'ask' && inside === 'plain' && tool?.matcher.kind === 'bare';
    const whole =
      (lifted ? undefined : tool) ??
      rules[verdict].findForCommand(action.tool, parsed.command, false) ??
      findForPaths(rules[verdict], 'Read', [...links, ...reach.read]) ??
      findForPaths(rules[verdict], 'Edit', reach.written);
    const at = parts.findIndex(({ decision }) => decision.decision === verdict && decision.rule !== undefined);
    const found = parts[at]?.decision;
    const rule = whole?.ref ?? found?.rule;
    if (rule !== undefined) {
      const part = whole === undefined && compound && found !== undefined ? { part: { number: at + 1, text: found.text } } : {};
      return { verdict, rule, ...shown(({ decision }) => decision), ...part };
    }
    const secret = verdict === 'deny' ? findSecret(parts, [...links, ...reach.written], rules) : undefined;
    if (secret !== undefined) return { verdict, builtin: SECRET_PATH, ...secret, ...shown(({ decision }) => decision) };
  }

  const removal = parsed.parts.findIndex((part) => isCriticalRemoval(part, context));
  if (removal !== -1) {
    const critical = parts[removal];
    return {
      verdict: 'ask',
      builtin: 'critical-removal',
      words: `"${critical?.decision.text}" could remove more than the project: no mode and no rule approves it.`,
      ...shown((part) => (part === critical ? asked(part, 'critical-removal') : part.decision)),
    };
  }
  const exact = rules.allow.findForCommand(action.tool, parsed.command, true);
  if (exact === undefined) {
    const words =
      parsed.unknown !== undefined
        ? `What the command runs cannot be told with certainty: ${parsed.unknown}.`
        : !reach.allNamed
          ? 'It names more files than are looked up, and any of them could be a link.'
          : parts.some(({ firm }) => firm === 'opaque-arguments')
            ? 'Words that are not known before it runs could make it a command that a rule restricts.'
            : undefined;
    if (words !== undefined) return { verdict: 'ask', builtin: 'opaque-command', words, ...shown(({ decision }) => decision) };
  }
  // A rule for the whole tool does not name what nobody takes back.
  const forTool = rules.allow.findForTool(action.tool, action);
  const named = forTool !== undefined && parsed.parts.some((part) => effectsByName(part).length > 0);
  const whole = exact ?? (named ? undefined : forTool);
  const outcome = decideUnruled(parts, { exact, whole, links }, context, shown);
  return withoutSandbox(outcome, isolation, rules, shown);
}

/**
 * Where no sandbox holds a command, no rule lets it run without a person's word, nor does any mode but bypassPermissions: the person may
 * say otherwise in their own settings. What is known to read only needs none.
 */
function withoutSandbox(
  outcome: Outcome,
  isolation: CommandIsolation | undefined,
  rules: RuleSet,
  shown: (decide: (part: PartOutcome) => PartDecision) => Pick<Outcome, 'parts'>,
): Outcome {
  if (isolation?.isolated === true && rules.sandbox?.complete === false && outcome.verdict === 'allow') {
    if (outcome.builtin === 'bypass-permissions' || outcome.builtin === READ_ONLY) return outcome;
    const words = 'Rules keep more files from being edited than the sandbox can keep one by one: write one for their folder.';
    return { verdict: 'ask', builtin: 'protected-path', words, ...shown((part) => asked(part, 'protected-path')) };
  }
  if (isolation === undefined || isolation.isolated || isolation.why === 'excluded') return outcome;
  const { failIfUnavailable, unisolated } = rules.sandbox?.settings ?? DEFAULT_SANDBOX;
  const builtin = 'no-sandbox';
  if (isolation.why === 'unavailable' && failIfUnavailable)
    return { verdict: 'deny', builtin, words: `The settings run no command without a sandbox, and ${isolation.detail}.` };
  if (outcome.verdict !== 'allow' || outcome.builtin === 'bypass-permissions' || unisolated) return outcome;
  if (outcome.builtin === READ_ONLY) return outcome;
  const words = `No sandbox holds this command (${isolation.detail}), so it is asked for whatever rule allows it. ${WAY_OUT}`;
  return { verdict: 'ask', builtin, words, ...shown((part) => asked(part, builtin)) };
}

function findForPaths(index: RuleIndex, tool: 'Read' | 'Edit', paths: readonly string[]): Rule | undefined {
  if (!index.hasPaths(tool)) return undefined;
  return paths.map((path) => index.findForPath(tool, path)).find((rule) => rule !== undefined);
}

/** A guarded file that a part touches, or that a link leads to which the command names. */
function findSecret(
  parts: readonly PartOutcome[],
  links: readonly string[],
  rules: RuleSet,
): Pick<Outcome, 'words' | 'guarded'> | undefined {
  const touching = parts.find(({ decision }) => decision.builtin === SECRET_PATH);
  if (touching?.words !== undefined)
    return { words: touching.words, ...(touching.guarded === undefined ? {} : { guarded: touching.guarded }) };
  const linked = findGuarded(links, rules.secrets);
  return linked === undefined ? undefined : { words: secretWords(linked, rules.folder), guarded: linked.path };
}

function decideUnruled(
  parts: readonly PartOutcome[],
  /** The rule for the whole text, and that or the one for the whole tool. */
  { exact, whole, links }: { exact: Rule | undefined; whole: Rule | undefined; links: readonly string[] },
  { mode, rules }: PartContext,
  shown: (decide: (part: PartOutcome) => PartDecision) => Pick<Outcome, 'parts'>,
): Outcome {
  const allowedBy = (source: Pick<PartDecision, 'rule' | 'builtin'>) =>
    shown(({ decision }) => (decision.decision === 'allow' ? decision : { text: decision.text, decision: 'allow', ...source }));
  if (mode === 'bypassPermissions') {
    const builtin = 'bypass-permissions';
    return { verdict: 'allow', builtin, words: 'The mode bypassPermissions asks for nothing else.', ...allowedBy({ builtin }) };
  }
  const outside = links.find((path) => !rules.directories.some((folder) => isInside(folder, path, rules)));
  if (outside !== undefined && whole === undefined && parts.some(({ decision }) => BY_PLACE.has(decision.builtin ?? ''))) {
    const builtin = 'outside-working-directories';
    return {
      verdict: 'ask',
      builtin,
      words: `A link leads to ${outside}, outside the working directories.`,
      ...shown((part) => part.decision),
    };
  }
  if (parts.length > 0 && parts.every(({ decision }) => decision.builtin === READ_ONLY))
    return {
      verdict: 'allow',
      builtin: READ_ONLY,
      words: 'The command only reads, inside the working directories.',
      ...allowedBy({}),
    };
  if (mode === 'plan') {
    const words = 'Plan mode refuses edits, and asks for every command outside the read-only set.';
    const builtin = 'plan-mode';
    return {
      verdict: 'ask',
      builtin,
      words,
      ...shown((part) => (part.decision.builtin === READ_ONLY ? part.decision : asked(part, builtin))),
    };
  }
  const guarded = parts.find(({ firm }) => firm === 'protected-path');
  if (guarded !== undefined)
    return { verdict: 'ask', builtin: 'protected-path', words: guarded.words ?? '', ...shown(({ decision }) => decision) };
  const unclear = whole === undefined || whole === exact ? undefined : parts.find(({ firm }) => firm === 'unclear-target');
  if (unclear !== undefined)
    return { verdict: 'ask', builtin: 'unclear-redirect', words: unclear.words ?? '', ...shown(({ decision }) => decision) };
  if (whole !== undefined) return { verdict: 'allow', rule: whole.ref, ...allowedBy({ rule: whole.ref }) };
  const open = parts.find(({ decision }) => decision.decision !== 'allow');
  if (open !== undefined || parts.length === 0) {
    const words = open?.words ?? 'No rule allows this command.';
    return { verdict: 'ask', builtin: open?.decision.builtin ?? 'command', words, ...shown(({ decision }) => decision) };
  }
  const deciding = (
    parts.find(({ decision }) => decision.rule !== undefined) ?? parts.find(({ decision }) => decision.builtin !== READ_ONLY)
  )?.decision;
  return {
    verdict: 'allow',
    ...(deciding?.rule === undefined ? { builtin: deciding?.builtin ?? 'command' } : { rule: deciding.rule }),
    words:
      deciding?.builtin === 'sandboxed'
        ? 'It runs in the sandbox, which holds it to what is granted.'
        : 'The mode acceptEdits approves file commands inside the working directories.',
    ...allowedBy({}),
  };
}

function asked({ decision }: PartOutcome, builtin: string): PartDecision {
  return { text: decision.text, decision: 'ask', builtin };
}
