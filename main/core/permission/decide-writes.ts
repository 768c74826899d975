import type { Action, RuleRef } from '../../../shared/model/permission';
import { withTargets } from './find-reach';
import type { PartContext } from './part-context';
import type { ShellPart, ShellWord } from './parsed-command';
import { isInside, resolveArgument, showPath } from './path-text';
import type { Rule } from './rule';
import type { RuleSet } from './rule-set';
import { foldersOf, isHarmlessTarget } from './shell-files';

/** What holds for the output redirects of a part: the first that nobody approves, or what approves them. */
export type WriteOutcome =
  | { open: { builtin: string; words: string }; allowed?: never }
  | { open?: never; allowed: { rule: RuleRef } | { builtin: string } };

/** Decides where a part's output redirects write: each is an edit of its target. Undefined where none keeps anything. */
export function decideWrites(part: ShellPart, context: PartContext): WriteOutcome | undefined {
  const unclear = { open: { builtin: 'unclear-redirect', words: `Where "${part.text}" writes is not known before it runs.` } };
  let outcome: WriteOutcome | undefined;
  for (const target of part.writes) {
    if (isHarmlessTarget(target.text)) continue;
    if (target.fresh === true) {
      outcome ??= { allowed: { builtin: 'temporary-file' } };
      continue;
    }
    if (target.opaque || target.glob || /^~/.test(target.raw) || /[{}]/.test(target.raw)) return unclear;
    for (const folder of foldersOf(part.places, context.cwd, context.home)) {
      if (folder === undefined && !target.text.startsWith('/')) return unclear;
      const found = decideWrite(part, target, folder ?? context.cwd, context);
      if (found.open !== undefined) return found;
      outcome ??= found;
    }
  }
  return outcome;
}

function decideWrite(part: ShellPart, target: ShellWord, folder: string, context: PartContext): WriteOutcome {
  const { rules, action, mode } = context;
  const path = resolveArgument(target.text, folder, context.home);
  const paths = withTargets([path], context.targets);
  const edits = paths.map((one) => rules.allow.findForPath('Edit', one));
  const edit = edits.every((rule) => rule !== undefined) ? edits[0] : undefined;
  const rule = rules.allow.findForTool(action.tool, action) ?? edit ?? wholeEdit(rules, action);
  if (rule !== undefined) return { allowed: { rule: rule.ref } };
  const outside = paths.find((one) => !context.directories.some((directory) => isInside(directory, one, context)));
  if (outside !== undefined)
    return { open: { builtin: 'outside-working-directories', words: `${outside} is outside the working directories.` } };
  if (mode === 'acceptEdits') return { allowed: { builtin: 'accept-edits' } };
  if (context.inside === 'plain') return { allowed: { builtin: 'sandboxed' } };
  const words = `"${part.text}" writes ${showPath(path, context.folder)}, and no rule allows editing it.`;
  return { open: { builtin: 'edit', words } };
}

function wholeEdit(rules: RuleSet, action: Action): Rule | undefined {
  const found = rules.allow.findForTool('Edit', action);
  return found?.matcher.kind === 'bare' ? found : undefined;
}
