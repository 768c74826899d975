import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from '@playwright/test';
import { type Boot, type Place, ROOT, type Shell } from './workbench';

/** Starts `vitrine serve` as the command line does, without a browser, and gives its launch address. */
export async function startServe(place: Place) {
  const folder = place.folder ?? join(place.home, 'sample');
  if (!existsSync(folder)) cpSync(join(ROOT, 'resources/sample-project'), folder, { recursive: true });
  const args = [join(ROOT, 'bin/vitrine.mjs'), 'serve', folder, '--no-open'];
  const child = spawn(process.execPath, args, { cwd: place.base, env: place.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'exit');
  const url = await Promise.race([
    (async () => {
      for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('READY ')) return line.slice('READY '.length);
      throw new Error(`serve ended: ${errors}`);
    })(),
    ended.then(() => {
      throw new Error(`serve ended: ${errors}`);
    }),
  ]);
  return {
    url,
    origin: new URL(url).origin,
    async stop(signal: NodeJS.Signals) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

export async function openServe(browser: Browser, place: Place, boot: Boot, hash: string): Promise<Shell> {
  const server = await startServe(place);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: boot.language === 'ja' ? 'ja-JP' : 'en-US',
    colorScheme: boot.colorScheme,
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  const page = await context.newPage();
  await page.goto(server.url);
  if (hash !== '') await page.getByRole('textbox').first().waitFor();
  if (hash !== '') await page.goto(`${server.origin}/${hash}`);
  return {
    page,
    origin: server.origin,
    async openWindow() {
      const other = await context.newPage();
      await other.goto(server.origin);
      return other;
    },
    readClipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    kill: () => server.stop('SIGKILL'),
    async close() {
      await context.close();
      await server.stop('SIGTERM');
    },
  };
}
