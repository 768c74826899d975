import type { ShellWord } from './parsed-command';

const MANAGERS: Readonly<Record<string, string>> = { npm: '.npmrc', pnpm: '.npmrc', yarn: '.yarnrc' };
const CHANGES = /^(?:set|delete|del|rm|edit|fix)$/;

/** The files of settings that a package manager changes: they name the shell of scripts, registries and keys. `~` for the home. */
export function writtenPackageSettings(name: string, args: readonly ShellWord[]): string[] {
  const file = MANAGERS[name];
  const plain = args.map(({ text }) => text).filter((text) => !text.startsWith('-'));
  const changes = plain[0] === 'set' || (/^c(?:onfig)?$/.test(plain[0] ?? '') && CHANGES.test(plain[1] ?? ''));
  if (file === undefined || !changes) return [];
  return args.some(({ text }) => /^--location=project$/.test(text)) ? [file] : [`~/${file}`];
}
