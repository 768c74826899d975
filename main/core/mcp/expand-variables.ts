import { ownValue } from '../kernel/own-value';
import type { EntryLaunch, EntryOAuth } from './configured-server';

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

export type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that every program has, and no secrets. */
const PLAIN = /^(?:CLAUDE_PROJECT_DIR|HOME|LANG|LC_\w+|LOGNAME|PATH|PWD|SHELL|TERM|TMPDIR|TZ|USER|XDG_\w+)$/;

export interface ExpandedLaunch {
  launch: EntryLaunch;
  /** Variables that are not set and have no default: their texts stay as they are written. */
  unset: string[];
  /** Values that were put in from the person's environment: none of them is to be shown. */
  values: string[];
}

/** A launch with `${VAR}` and `${VAR:-default}` put in. */
export function expandLaunch(launch: EntryLaunch, variables: Variables): ExpandedLaunch {
  const unset = new Set<string>();
  const values = new Set<string>();
  const expand = (text: string): string =>
    text.replace(VARIABLE, (written, name: string, fallback: string | undefined) => {
      const own = ownValue(variables, name);
      if (own !== undefined && !PLAIN.test(name)) values.add(own);
      const value = own ?? fallback;
      if (value === undefined) unset.add(name);
      return value ?? written;
    });
  const expandAll = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, expand(text)]));
  const expanded: EntryLaunch =
    launch.type === 'stdio'
      ? { ...launch, command: expand(launch.command), args: launch.args.map(expand), env: expandAll(launch.env) }
      : { ...launch, url: expand(launch.url), headers: expandAll(launch.headers), ...expandOAuth(launch.oauth, expand) };
  return { launch: expanded, unset: [...unset], values: [...values] };
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
