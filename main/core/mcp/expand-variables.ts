import type { EntryLaunch, EntryOAuth } from './configured-server';

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
      : { ...launch, url: expand(launch.url), headers: expandAll(launch.headers), ...expandOAuth(launch.oauth, expand) };
  return { launch: expanded, unset: [...unset] };
}

/** A client that is registered by hand may have its secret in a variable. */
function expandOAuth(oauth: EntryOAuth | undefined, expand: (text: string) => string): { oauth?: EntryOAuth } {
  if (oauth === undefined) return {};
  const { clientId, clientSecret } = oauth;
  return {
    oauth: {
      ...oauth,
      ...(clientId === undefined ? {} : { clientId: expand(clientId) }),
      ...(clientSecret === undefined ? {} : { clientSecret: expand(clientSecret) }),
    },
  };
}
