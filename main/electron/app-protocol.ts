import { protocol } from 'electron';
import { readPageFile } from '../host/page-files';
import { securityHeaders } from '../host/security-headers';
import { pageOrigin, SCHEME } from './page-origin';
import { RECOVERY_PATH, recoveryPage } from './recovery-page';

/** Must run before the app is ready. `codeCache` keeps compiled scripts between starts; it needs `standard`. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built page on `vitrine://app/`: files below `page` by GET, nothing else. */
export function servePage(page: string, language: string): void {
  protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.host !== 'app') return new Response(undefined, { status: 403, headers: securityHeaders() });
    if (url.pathname === RECOVERY_PATH) return recoveryPage(language);
    const file = await readPageFile(page, url.pathname);
    return file === undefined
      ? new Response(undefined, { status: 404, headers: securityHeaders() })
      : new Response(Buffer.from(file.bytes), { headers: file.headers });
  });
}

export function pageUrl(path = '/'): string {
  return pageOrigin() + path;
}
