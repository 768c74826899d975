import type { Capability, CapabilityUse } from '../../../shared/model/permission';
import { checkScript } from '../tools/check-commands';
import { isOwnCheck } from '../tools/own-check';
import { commandEffects } from './command-effects';
import { hostOf } from './domain-pattern';
import { gitCapability } from './git-capability';
import type { ShellPart, ShellWord } from './parsed-command';
import { isReadOnlyProgram } from './read-only-commands';
import { commandName, unwrapForAllow } from './shell-wrappers';
import { otherForms } from './verb-forms';

/** Programs of this list that fetch nothing by themselves when they run a check that the project has installed. */
const LOCAL_RUNNERS = /^(?:npx|bunx)$/;
const PRIVILEGED = new Set(['sudo', 'doas', 'su', 'runuser', 'pkexec']);

const NO_SCRIPTS: ReadonlySet<string> = new Set();

/**
 * What one part of a command does by its program and arguments; files that it names are not looked at. `scripts` are the check scripts
 * of the project. Never empty.
 */
export function programCapabilities(part: Pick<ShellPart, 'words' | 'forms'>, scripts = NO_SCRIPTS): CapabilityUse[] {
  if (part.words.length === 0) return [{ capability: 'run-read-only' }];
  const found = part.forms.flatMap((form) => formCapabilities(form));
  if (part.forms.some(([program]) => PRIVILEGED.has(commandName(program)))) found.push({ capability: 'run-other' });
  return found.length > 0 ? found : [{ capability: plainCapability(part, scripts) }];
}

function formCapabilities(form: readonly ShellWord[]): CapabilityUse[] {
  const [program, ...args] = form;
  const name = commandName(program);
  if (name === 'git') return gitCapability(args);
  const words = [name, ...args.map((word) => word.text)];
  const kinds = commandEffects(words);
  for (const [, ...rest] of otherForms(form)) for (const kind of commandEffects([name, ...rest.map((word) => word.text)])) kinds.add(kind);
  if (LOCAL_RUNNERS.test(name) && isOwnCheck(words)) kinds.delete('network');
  return [...kinds].flatMap((capability) => (capability === 'network' ? hostUses(name, args) : [{ capability }]));
}

/** The hosts that the arguments name; one use without a host where they name none. */
function hostUses(program: string, args: readonly ShellWord[]): CapabilityUse[] {
  const remote = /^(?:ssh|scp|sftp|rsync)$/.test(program);
  const hosts = args.flatMap((word) => {
    const url = /\bhttps?:\/\/[^\s'"]+/.exec(word.text)?.[0];
    if (url !== undefined) return hostOf(url) ?? [];
    return remote && !word.text.startsWith('-') ? (/^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+)(?::|$)/.exec(word.text)?.[1] ?? []) : [];
  });
  return hosts.length === 0 ? [{ capability: 'network' }] : [...new Set(hosts)].map((of) => ({ capability: 'network', of }));
}

/** A part with no effect that is known: it reads, checks the project, or is anything else. */
function plainCapability(part: Pick<ShellPart, 'words'>, scripts: ReadonlySet<string>): Capability {
  const forms = unwrapForAllow(part.words);
  const form = forms[forms.length - 1] ?? part.words;
  if (form.some((word) => word.opaque)) return 'run-other';
  if (isReadOnlyProgram(form)) return 'run-read-only';
  return isCheck(form, scripts) ? 'run-checks' : 'run-other';
}

/** Whether a command without wrappers runs the project's own tests, build, linter, type checker or formatter, or one of its scripts. */
export function isCheck(form: readonly ShellWord[], scripts: ReadonlySet<string>): boolean {
  const [program, ...args] = form.map((word) => word.text);
  if (program === undefined || form.some((word) => word.opaque) || !isOwnCheck([program, ...args])) return false;
  const script = checkScript([program, ...args]);
  if (script !== undefined && !scripts.has(script)) return false;
  return LOCAL_RUNNERS.test(program) || commandEffects([commandName(form[0]), ...args]).size === 0;
}
