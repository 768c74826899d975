const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address may be opened in the person's browser, or asked for metadata: HTTPS, and plain HTTP of this machine. */
export function isOpenable(address: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(address);
    if (username !== '' || password !== '') return false;
    return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  } catch {
    return false;
  }
}
