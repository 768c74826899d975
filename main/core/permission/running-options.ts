import type { ShellWord } from './parsed-command';

/** Options by which a program that does something else runs a text or another program. */
const RUNNING_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['tar', /^(?:-[A-Za-z]*[IF]|--(?:us|to-c|ch[\w-]*-a|rs|rm|inf|new-))/],
  ['rsync', /^(?:-[A-Za-z]*e|--(?:rsh|rsync-path))/],
  ['ssh', /(?:proxycommand|localcommand|knownhostscommand|match +exec)/i],
  ['scp', /^-[A-Za-z]*[SD]|proxycommand|localcommand|knownhostscommand/i],
  ['sftp', /^-[A-Za-z]*[SD]|proxycommand|localcommand|knownhostscommand/i],
  ['sort', /^--co/],
  ['zip', /^(?:-[A-Za-z]*TT|--unzip-c)/],
  ['man', /^(?:-[A-Za-z]*[PH]|--(?:pa|ht))/],
  ...['vi', 'vim', 'nvim', 'ex', 'view'].map((name) => [name, /^(?:-[A-Za-z]*[cSsuU]|--cmd|\+)/] as const),
  ['gdb', /^--?(?:ex|x$|ix|iex|command|init|args)/],
  ['rg', /^--(?:pre(?:=|$)|hostname-bin)/],
  ['pnpm', /^--(?:shell-mode|script-shell|node-options)/],
  ['npm', /^--(?:script-shell|node-options|shell|editor|browser|viewer|git)(?:=|$)/],
  ...['make', 'gmake'].map(
    (name) =>
      [
        name,
        /^(?:-[BdeiknpqrRsStvw]*E|--ev|(?:-f)?-$|-f\/dev\/|\/dev\/|--(?:fi|makef)[a-z]*=(?:-$|\/dev\/))|[$][({](?![\w.@%*<^+?-]+[)}])|^[\w.-]+\s*!=/s,
      ] as const,
  ),
  ['less', /^\+(?!F$|G$|\d+[gG]?$|\/)/],
  ['expect', /^-[A-Za-z]*c/],
  ['screen', /^-X/],
  ['tmux', /^(?:new|neww|split|respawn|run|if|pipe|send|source|set-hook|bind|command-prompt|confirm)/],
  ...['emacs', 'emacsclient'].map((name) => [name, /^--?(?:e$|ev|exec|l$|lo|f$|fu|scr|x$|ins)/] as const),
  ['kak', /^-[eEf]/],
  ['logrotate', /^(?:-[A-Za-z]*m|--mail)/],
  ['osascript', /do shell script/i],
  ['crontab', /^(?!-[lu]$)/],
  ['fc', /^/],
  ['setpriv', /^/],
  ['hash', /^-[A-Za-z]*p/],
]);
/** They start the program that they are given. */
const LOADER = /^ld(?:-linux[\w.-]*|-musl[\w.-]*|)\.so(?:\.\d+)?$/;

/** The option that makes a program run what is not read here. */
export function findRunningOption(name: string, args: readonly ShellWord[]): string | undefined {
  if (LOADER.test(name)) return args[0]?.text;
  const option = RUNNING_OPTIONS.get(name);
  return option === undefined ? undefined : args.find((word) => option.test(word.text))?.text;
}
