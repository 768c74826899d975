import type { ShellWord } from './parsed-command';
import { pathsInWord } from './shell-files';

/** Programs that go through folders by themselves, with the option that makes them do so. */
export const WALKERS: Readonly<Record<string, RegExp>> = {
  grep: /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive|^--directories=recurse/,
  egrep: /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive/,
  fgrep: /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive/,
  rg: /^-[A-Za-z]*(?:\.|u{2,})|^--hidden|^--unrestricted/,
  ag: /^-[A-Za-z]*[ua]|^--hidden|^--unrestricted|^--all/,
  diff: /^-[A-Za-z]*r|^--recursive/,
  cp: /^-[A-Za-z]*[rRa]|^--recursive|^--archive/,
  scp: /^-[A-Za-z]*r/,
  rsync: /^-[A-Za-z]*[ra]|^--recursive|^--archive/,
  tar: /^-?[A-Za-z]*[cru]|^--(?:create|append|update)/,
  zip: /^-[A-Za-z]*r|^--recurse-paths/,
};

/** Those that go through links on their way, with the option for it. */
const FOLLOWERS: Readonly<Record<string, RegExp>> = {
  grep: /^-[A-Za-z]*R|^--dereference-recursive/,
  egrep: /^-[A-Za-z]*R|^--dereference-recursive/,
  fgrep: /^-[A-Za-z]*R|^--dereference-recursive/,
  rg: /^-[A-Za-z]*L|^--follow/,
  ag: /^-[A-Za-z]*f|^--follow/,
  diff: /^-[A-Za-z]*r|^--recursive/,
  cp: /^-[A-Za-z]*L|^--dereference/,
  scp: /^-[A-Za-z]*r/,
  rsync: /^-[A-Za-z]*L|^--copy-links/,
  tar: /^-?[A-Za-z]*h|^--dereference/,
  zip: /^-[A-Za-z]*r|^--recurse-paths/,
};

export interface Walk {
  /** What may be a folder that the program is sent through. */
  roots: string[];
  /** It goes through the folder where it runs, too. */
  startsHere: boolean;
  follows: boolean;
}

/** How a program goes through folders; undefined where it does not. */
export function walkedRoots(program: string, args: readonly ShellWord[]): Walk | undefined {
  const has = (option: RegExp | undefined) => option !== undefined && args.some((word) => option.test(word.text));
  const follows = has(FOLLOWERS[program]);
  if (!follows && !has(WALKERS[program])) return undefined;
  const roots = [...new Set(args.flatMap(pathsInWord))];
  return { roots, follows, startsHere: roots.length <= 1 && /^(?:e|f)?grep$|^rg$|^ag$/.test(program) };
}
