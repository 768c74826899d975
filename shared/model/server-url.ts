/** A variable of an entry, with or without a default. */
const VARIABLE = /\$\{[^}]+\}/g;

/** Whether an address of a server can be one of the web, as it is written: `${VAR}` in it may stand for any part. */
export function isServerUrl(written: string): boolean {
  if (/^\$\{[^}]+\}/.test(written)) return true;
  // A name where a variable may be a host's, a number where it may be a port.
  return ['x', '1'].some((value) => {
    const url = written.replace(VARIABLE, value);
    return /^https?:\/\/./.test(url) && URL.canParse(url);
  });
}
