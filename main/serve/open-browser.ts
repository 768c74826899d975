import { spawn } from 'node:child_process';

/** Opens an address in the person's browser, where there is a display. Never fails: the address was printed as well. */
export function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const [program, args] = openerOf(url);
  const display = process.platform !== 'linux' || env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined;
  if (!display) return false;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return true;
}

function openerOf(url: string): [string, string[]] {
  if (process.platform === 'darwin') return ['open', [url]];
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}
