/** What a program needs to find itself on the machine, and nothing of what the person keeps in variables. */
const NEEDED = [
  ...['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'],
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROGRAMDATA', 'PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT'],
  ...['TEMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
];

/** The whole environment of a server: the needed variables of the person's, with the PATH that is given, and what its entry names. */
export function serverEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  path: string,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const needed = NEEDED.flatMap((name): Array<[string, string]> => {
    const value = own[name];
    // Older shells hand functions on this way.
    return value === undefined || value.startsWith('()') ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(needed), PATH: path, ...given };
}
