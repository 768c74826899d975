import type { EntryLaunch } from './configured-server';

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

export type Variables = Readonly<Record<string, string | undefined>>;

/** A launch with `${VAR}` and `${VAR:-default}` put in; what is not set and has no default stays as it is written, and is named. */
export function expandLaunch(launch: EntryLaunch, variables: Variables): { launch: EntryLaunch; unset: string[] } {
  const unset = new Set<string>();
  const expand = (text: string): string =>
    text.replace(VARIABLE, (written, name: string, fallback: string | undefined) => {
      const value = variables[name] ?? fallback;
      if (value === undefined) unset.add(name);
      return value ?? written;
    });
  const expandAll = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, expand(text)]));
  const expanded: EntryLaunch =
    launch.type === 'stdio'
      ? { ...launch, command: expand(launch.command), args: launch.args.map(expand), env: expandAll(launch.env) }
      : { ...launch, url: expand(launch.url), headers: expandAll(launch.headers) };
  return { launch: expanded, unset: [...unset] };
}
