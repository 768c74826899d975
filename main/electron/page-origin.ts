import { app } from 'electron';

export const SCHEME = 'vitrine';
const PACKAGED_ORIGIN = `${SCHEME}://app`;

/** Origin of the page. In development alone it may be the build tool's server. */
export function pageOrigin(): string {
  const address = process.env['ELECTRON_RENDERER_URL'];
  return app.isPackaged || address === undefined ? PACKAGED_ORIGIN : new URL(address).origin;
}

export function isPageUrl(url: string): boolean {
  const origin = pageOrigin();
  return url === origin || url.startsWith(`${origin}/`);
}
