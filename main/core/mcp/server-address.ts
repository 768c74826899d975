import { matchesStars } from '../permission/command-pattern';

/** An address in parts that have one way to be written; `rest` is its path with what follows. */
interface Address {
  scheme: string;
  host: string;
  rest: string;
}

const PARTS = /^([a-z*][a-z0-9+.*-]*):[/\\]*([^/\\?#]*)(.*)$/is;
const USUAL_PORT: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

/** Whether an address is one of those that a pattern means; a star stays within the host or what follows it. */
export function matchesAddress(pattern: string, url: string): boolean {
  const [wanted, given] = [readPattern(pattern), readAddress(url)];
  if (wanted === undefined || given === undefined) return matchesStars(pattern, url);
  return matchesStars(wanted.scheme, given.scheme) && matchesStars(wanted.host, given.host) && matchesStars(wanted.rest, given.rest);
}

/** The same for what is kept out, where a star may stand for any part, and the pattern for the address as it is written as well. */
export function touchesAddress(pattern: string, url: string): boolean {
  if (matchesAddress(pattern, url) || matchesStars(pattern, url)) return true;
  const [wanted, given] = [readPattern(pattern), readAddress(url)];
  return given !== undefined && matchesStars(wanted === undefined ? pattern.toLowerCase() : join(wanted), join(given));
}

function readAddress(url: string): Address | undefined {
  if (!URL.canParse(url)) return undefined;
  // It decodes the host, leaves out the usual port, and has one way to write the slashes.
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const scheme = protocol.slice(0, -1);
  return { scheme, host: `${withoutDot(hostname)}${port === '' ? '' : `:${port}`}`, rest: decode(pathname) + search };
}

function readPattern(pattern: string): Address | undefined {
  if (!pattern.includes('*')) return readAddress(pattern);
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(pattern.trim()) ?? [];
  if (scheme === '') return undefined;
  const [, host = '', port = ''] = /^(.*?)(:[\d*]*)?$/s.exec(authority.replace(/^.*@/s, '').toLowerCase()) ?? [];
  const own = port === USUAL_PORT[scheme.toLowerCase()] ? '' : port;
  // A pattern that ends with a star in the host goes on behind it.
  const beyond = rest !== '' ? decode(rest) : authority.endsWith('*') ? '*' : '/';
  return { scheme: scheme.toLowerCase(), host: withoutDot(host) + own, rest: beyond };
}

function join({ scheme, host, rest }: Address): string {
  return `${scheme}://${host}${rest}`;
}

function withoutDot(host: string): string {
  return host.replace(/\.$/, '');
}

/** As it stands where it says no text. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
