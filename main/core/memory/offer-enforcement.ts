import type { MemoryOffer } from '../../../shared/model/memory';
import type { Order } from './read-order';

/** Programs by which a code span after "use" is known for a command. */
const PROGRAMS =
  /^(?:npm|npx|yarn|pnpm|bun|git|gh|rm|mv|sudo|docker|docker-compose|kubectl|helm|terraform|curl|wget|make|pip|pip3|python|python3|node|cargo|go|aws|gcloud|az|ssh|scp|rsync|psql|mysql|redis-cli|systemctl|chmod|chown|dd|heroku|vercel|fly|prisma|alembic)(?:\s|$)/;

const SPAN = '`([^`]+)`';
const RUN = new RegExp(`^(?:run|execute|call|invoke|use)\\s+(?:the\\s+)?(?:command\\s+)?${SPAN}`, 'i');
const EDIT = new RegExp(
  `^(?:edit|modify|change|touch|write(?: to)?|overwrite|delete|remove|alter|update)\\s+(?:the\\s+)?(?:files?\\s+)?(?:in\\s+|under\\s+|inside\\s+|of\\s+)?(?:the\\s+)?${SPAN}`,
  'i',
);
const READ = new RegExp(
  `^(?:read|open|print|cat|look at|show|access)\\s+(?:the\\s+)?(?:files?\\s+)?(?:in\\s+|under\\s+)?(?:the\\s+)?${SPAN}`,
  'i',
);

/** Forms without a code span, by which git is known. */
const GIT: ReadonlyArray<[RegExp, string[]]> = [
  [
    /^(?:force[- ]push|push (?:with|using) (?:--force|-f)\b|git push (?:--force|-f)\b)/,
    ['Bash(git push --force *)', 'Bash(git push -f *)', 'Bash(git push * --force*)'],
  ],
  [/^push (?:directly )?to (main|master|production|release)\b/, ['Bash(git push * $1)', 'Bash(git push * HEAD:$1)']],
  [/^(?:push|git push)(?: (?:anything|code|commits|changes|to (?:remote|origin)))?$/, ['Bash(git push *)']],
  [
    /^(?:commit|git commit|create commits?|make commits?)(?: (?:anything|code|changes|for me|yourself|on your own))?$/,
    ['Bash(git commit *)'],
  ],
  [/^(?:use|pass|add) --no-verify$/, ['Bash(git commit *--no-verify*)', 'Bash(git push *--no-verify*)']],
  [/^rebase(?: (?:anything|shared branches|published commits))?$/, ['Bash(git rebase *)']],
];

/** Sentences in which a hook, and no rule, does what is asked. */
const HOOKS: ReadonlyArray<{ wanted: boolean; form: RegExp; example: string }> = [
  {
    wanted: false,
    form: /^(?:commit|write|hardcode|hard-code|put|include|store|check in|log|add|expose)\b.*\b(?:secrets?|credentials?|api keys?|passwords?|tokens?)\b/,
    example: 'block-secrets',
  },
  {
    wanted: false,
    form: /^(?:commit|work|make commits?) (?:directly )?(?:to|on) (?:main|master|production)(?: branch)?$/,
    example: 'protect-branches',
  },
  {
    wanted: true,
    form: /^(?:format|run (?:prettier|formatter|biome format|black|gofmt|cargo fmt|rustfmt))\b.*\b(?:after|files?|code)\b/,
    example: 'format-changed',
  },
  {
    wanted: true,
    form: /^run (?:(?:npm|pnpm|yarn|bun) (?:run )?)?(?:tests?|test suite|type ?checks?|typecheck|lint|linter|tsc)\b.*\b(?:before (?:you )?(?:finish|stop|commit|say)|after (?:every|each|you)|when (?:you are )?(?:done|finished))/,
    example: 'check-types',
  },
];

/** Words of a condition: a rule would hold where the sentence does not. */
const DOUBT =
  /\b(?:unless|except|without|if|when|until|only)\b|場合|とき|時[はに]|なら(?!な)|たら|限り|以外|除[いきく]|だけ|のみ|なく|なしに|なしで|ずに|勝手に|むやみに|明示的/i;

/** The rule or hook that would hold a sentence; undefined where none can, or where the form of the sentence leaves doubt. */
export function offerEnforcement({ wanted, deed, raw, sentence }: Order): MemoryOffer | undefined {
  const hook = HOOKS.find((one) => one.wanted === wanted && one.form.test(deed));
  if (hook !== undefined) return { type: 'hook', example: hook.example };
  if (wanted || DOUBT.test(sentence.words)) return undefined;
  const rules = gitRules(deed) ?? commandRules(raw) ?? pathRules('Edit', EDIT.exec(raw)?.[1]) ?? pathRules('Read', READ.exec(raw)?.[1]);
  return rules === undefined ? undefined : { type: 'rule', verdict: 'deny', rules };
}

function gitRules(deed: string): string[] | undefined {
  for (const [form, rules] of GIT) {
    const match = form.exec(deed);
    if (match !== null) return rules.map((rule) => rule.replace('$1', match[1] ?? ''));
  }
  return undefined;
}

function commandRules(raw: string): string[] | undefined {
  const command = RUN.exec(raw)?.[1]?.trim();
  if (command === undefined || /[|;&<>$()]/.test(command)) return undefined;
  const known = PROGRAMS.test(command) || (/^(?:run|execute)/i.test(raw) && /^[\w./-]+(?:\s|$)/.test(command));
  return known ? [`Bash(${command.replace(/[\s*]+$/, '')} *)`] : undefined;
}

/** Relative paths count from the project, as in its settings. */
function pathRules(tool: 'Edit' | 'Read', span: string | undefined): string[] | undefined {
  const path = span?.trim();
  if (path === undefined || !/^[\w@.~*{},/-]+$/.test(path) || !/[./*]/.test(path)) return undefined;
  const folder = path.endsWith('/') ? `${path}**` : path;
  const isAnchored = /^(?:~\/|\/|\*\*\/)/.test(folder);
  return [`${tool}(${isAnchored || !folder.includes('/') ? folder : `/${folder.replace(/^\.\//, '')}`})`];
}
