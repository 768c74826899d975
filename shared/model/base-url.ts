/**
 * Why no request could go to an address: `invalid`, it is not one of http or https; `secret`, it carries a name or a password, which
 * `fetch` refuses; `query`, it has a query or a fragment, so that no path can follow it.
 */
export type BaseUrlFault = 'invalid' | 'secret' | 'query';

export function faultOfBaseUrl(text: string): BaseUrlFault | undefined {
  if (!URL.canParse(text)) return 'invalid';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'invalid';
  if (url.username !== '' || url.password !== '') return 'secret';
  return /[?#]/.test(text) ? 'query' : undefined;
}

/** The fault in words, for who has no catalogue of them. */
export const BASE_URL_FAULTS: Readonly<Record<BaseUrlFault, string>> = {
  invalid: 'it is not an http or https address',
  secret: 'it carries a name or a password, and no request is sent to such an address: give the key as a key',
  query: 'it has a query or a fragment, and no path can follow that: give the key as a key',
};
