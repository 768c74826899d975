import AxeBuilder from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Why axe walks every screen in both themes in the browser only. */
export const SAME_PAGE = 'the page and its colours are the same in every shell';

/** What axe finds on the page as it is now: rule and element. */
export async function axeFindings(page: Page, where: string, except: string[] = []): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page, axeSource: source }).setLegacyMode().disableRules(except).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} ${String(target)} ${failureSummary ?? ''}`),
  );
}
