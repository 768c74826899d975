import { call } from './host';

/** Opens a link outside: by the shell where it can, else in a new tab of the browser. */
export function openLink(url: string): void {
  call('native.openExternal', { url }).catch(() => window.open(url, '_blank', 'noopener,noreferrer'));
}
