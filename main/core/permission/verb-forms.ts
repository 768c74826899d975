import type { ShellPart, ShellWord } from './parsed-command';
import { commandName } from './shell-wrappers';
import { aliasForms } from './verb-aliases';

/** How a program is told what to do: by a verb that its own options may stand in front of. */
interface VerbGrammar {
  /** Options that stand alone. */
  alone: RegExp;
  /** Options, or words, that take the next word. */
  withValue: RegExp;
  /** Verbs that a second one follows. */
  nested: RegExp;
}

const NEVER = /^(?!)/;
/** Readings of one command that are looked at: what has more options than that is no command that somebody writes. */
const MOST_READINGS = 40;
const PACKAGE_MANAGER: VerbGrammar = {
  alone:
    /^(?:-[dgqsry]|-ws|--(?:silent|quiet|verbose|json|yes|force|global|recursive|workspaces|workspace-root|if-present|offline|dry-run))$/,
  withValue: /^(?:-[CFw]|--(?:prefix|workspace|filter|dir|cwd|registry|tag|otp|userconfig|loglevel|cache)|workspace)$/,
  nested: /^(?:run|run-script|exec|npm)$/,
};
const CONTAINERS: VerbGrammar = {
  alone: /^(?:-D|--(?:debug|tls|tlsverify))$/,
  withValue: /^(?:-[cHl]|--(?:config|context|host|log-level|tlscacert|tlscert|tlskey|connection|url|identity|root))$/,
  nested: /^(?:builder|buildx|compose|container|context|image|manifest|network|service|stack|swarm|system|volume)$/,
};
const CLUSTER: VerbGrammar = {
  alone: /^--(?:insecure-skip-tls-verify|warnings-as-errors|debug)$/,
  withValue:
    /^(?:-[nsv]|--(?:namespace|context|cluster|user|kubeconfig|server|token|as|as-group|cache-dir|request-timeout|kube-context|repository-config))$/,
  nested: /^(?:auth|certificate|config|create|dependency|plugin|repo|rollout|set|top)$/,
};
const GRAMMARS: ReadonlyMap<string, VerbGrammar> = new Map([
  [
    'git',
    {
      alone:
        /^(?:-[pPh]|--(?:paginate|no-pager|bare|no-replace-objects|no-lazy-fetch|no-optional-locks|no-advice|literal-pathspecs|glob-pathspecs|noglob-pathspecs|icase-pathspecs|exec-path|html-path|version|help))$/,
      withValue: /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|config-env|attr-source|super-prefix))$/,
      nested: /^(?:bisect|bundle|lfs|notes|reflog|remote|stash|submodule|subtree|worktree)$/,
    },
  ],
  ...['npm', 'pnpm', 'yarn', 'bun'].map((name) => [name, PACKAGE_MANAGER] as const),
  ...['docker', 'podman'].map((name) => [name, CONTAINERS] as const),
  ['docker-compose', { ...CONTAINERS, withValue: /^(?:-[fp]|--(?:file|profile|project-name|project-directory|env-file))$/, nested: NEVER }],
  ...['kubectl', 'oc', 'helm'].map((name) => [name, CLUSTER] as const),
  ['gh', { alone: NEVER, withValue: /^(?:-R|--(?:repo|hostname))$/, nested: /^[a-z]/ }],
  [
    'cargo',
    {
      alone: /^(?:\+.*|-[vqV]+|--(?:verbose|quiet|locked|offline|frozen))$/,
      withValue: /^(?:-[CZ]|--(?:config|color))$/,
      nested: NEVER,
    },
  ],
  [
    'make',
    {
      alone: /^-[BdeiknpqrRsStw]+$/,
      withValue: /^(?:-[CfIoW]|--(?:directory|file|makefile|include-dir|old-file|assume-old|what-if|new-file|assume-new))$/,
      nested: NEVER,
    },
  ],
  ['terraform', { alone: NEVER, withValue: NEVER, nested: /^(?:state|workspace)$/ }],
]);

/** Whether the next word is known to be the value of this option. */
export function takesNextWord(program: string, option: string): boolean {
  return /^-/.test(option) && GRAMMARS.get(program)?.withValue.test(option) === true;
}

/** Every form by which a deny or an ask rule may name a part: also without options in front of the verb, and by its other names. */
export function namingForms({ forms }: Pick<ShellPart, 'forms'>): readonly ShellWord[][] {
  const more = forms.flatMap(otherForms);
  return more.length === 0 ? forms : [...forms, ...more];
}

/** The same command with nothing between its program and its verb, and by the other names of the verb. */
export function otherForms(form: readonly ShellWord[]): ShellWord[][] {
  const shorter = verbForms(form);
  return [...shorter, ...[form, ...shorter].flatMap((one) => aliasForms(commandName(one[0]), one))];
}

/**
 * The forms of a command by which its verb alone names it: `git push` for `git -C . push`, `gh pr create` for `gh pr -R a/b create`.
 * Where it is not known whether an option takes the next word, each reading counts. None where no option stands before a verb.
 */
function verbForms(form: readonly ShellWord[]): ShellWord[][] {
  const grammar = GRAMMARS.get(commandName(form[0]));
  return grammar === undefined ? [] : formsAfter(1, form, grammar);
}

/** Forms without the options that stand from this word on, up to the verb and to one that follows it. */
function formsAfter(start: number, form: readonly ShellWord[], grammar: VerbGrammar): ShellWord[][] {
  const found: ShellWord[][] = [];
  for (const at of verbPlaces(start, form, grammar)) {
    const shorter = at === start ? form : [...form.slice(0, start), ...form.slice(at)];
    if (at > start) found.push([...shorter]);
    if (found.length < MOST_READINGS && start === 1 && grammar.nested.test(form[at]?.text ?? ''))
      found.push(...formsAfter(2, shorter, grammar));
  }
  return found;
}

/** Where the verb may stand: the first plain word, and the next where that may belong to an option. */
function verbPlaces(start: number, form: readonly ShellWord[], { alone, withValue }: VerbGrammar): number[] {
  const found: number[] = [];
  let mayTake = false;
  for (let at = start; at < form.length; at += 1) {
    const text = form[at]?.text ?? '';
    if (withValue.test(text)) {
      at += 1;
      mayTake = false;
    } else if (/^[-+]/.test(text)) {
      mayTake = !alone.test(text) && !text.includes('=');
    } else {
      found.push(at);
      if (!mayTake || found.length >= MOST_READINGS) break;
      mayTake = false;
    }
  }
  return found;
}

/** Programs whose first plain word names what they run. */
const STARTERS = /^(?:make|just|rake|task|gradlew?|mvnw?|npx|bunx|uvx)$/;

/** Whether a pattern stands where a verb does: which one runs depends on the files that lie there. */
export function hasOpenVerb(form: readonly ShellWord[]): boolean {
  const name = commandName(form[0]);
  if (STARTERS.test(name)) return form.find((word, index) => index > 0 && !word.text.startsWith('-'))?.glob === true;
  const grammar = GRAMMARS.get(name);
  if (grammar === undefined || !form.some((word) => word.glob)) return false;
  return verbPlaces(1, form, grammar).some((at) => {
    const nested = grammar.nested.test(form[at]?.text ?? '') ? verbPlaces(at + 1, form, grammar) : [];
    return [at, ...nested].some((place) => form[place]?.glob === true);
  });
}
