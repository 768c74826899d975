/**
 * Host rules: letter case and a final dot do not matter; `*.x` is any subdomain of x and not x itself; `*` alone is every host;
 * any other `*` stays within one label.
 */
export function matchesDomain(pattern: string, host: string): boolean {
  const wanted = normalHost(pattern);
  const given = normalHost(host);
  if (wanted === '*') return true;
  if (wanted.startsWith('*.')) return given.endsWith(wanted.slice(1)) && given.length > wanted.length - 1;
  const labels = wanted.split('.');
  const names = given.split('.');
  return labels.length === names.length && labels.every((label, index) => matchesLabel(label, names[index] ?? ''));
}

function matchesLabel(label: string, name: string): boolean {
  if (!label.includes('*')) return label === name;
  const [head = '', ...rest] = label.split('*');
  const tail = rest[rest.length - 1] ?? '';
  return name.startsWith(head) && name.endsWith(tail) && name.length >= head.length + tail.length && rest.length === 1;
}

export function normalHost(host: string): string {
  const lower = host.trim().toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** Host of an http(s) URL; undefined for anything else. */
export function hostOf(url: string): string | undefined {
  try {
    const parsed = new URL(url);
    return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? normalHost(parsed.hostname) : undefined;
  } catch {
    return undefined;
  }
}
