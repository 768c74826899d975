import { openBrowser } from '../support/browser.mjs';
import { measureInTurn } from '../support/measure.mjs';
import { environment, makeFolder } from '../support/product.mjs';
import { commit, makeProject, write } from '../support/project.mjs';
import { startServe } from '../support/serve.mjs';
import { median, quantile } from '../support/statistics.mjs';

const RULES = 50;
const KEYS = 60;

/** The memory of a folder with many rules: from its tab to a list that is drawn, and from a key in the editor to the drawn text. */
export async function measureMemory({ runs }) {
  const folder = makeFolder('project');
  makeProject(folder);
  write(folder, 'CLAUDE.md', `# The project\n\n${'- Use plain words, and say what was checked.\n'.repeat(2_000)}`);
  for (let number = 0; number < RULES; number += 1) {
    const head = number % 2 === 0 ? '' : `---\npaths: "src/${number}/**"\n---\n`;
    write(
      folder,
      `.claude/rules/rule-${number}.md`,
      `${head}# Rule ${number}\n\nUse plain words.\nNever run \`tool-${number} publish\`.\n`,
    );
  }
  commit(folder);
  const env = environment(makeFolder('home'));
  const [measured] = await measureInTurn(runs, [() => once({ folder, env })]);
  const lists = measured.map(({ list }) => list);
  const keys = measured.map(({ key }) => key);
  return [
    {
      what: `memory with ${RULES} rules: from its tab to the list`,
      unit: 'ms',
      values: lists,
      limit: '≤ 300 ms',
      met: median(lists) <= 300,
    },
    {
      what: 'a key in the editor of a file of 2,000 lines: drawn within, 95 %',
      unit: 'ms',
      values: keys,
      limit: '≤ 50 ms',
      met: median(keys) <= 50,
    },
  ];
}

async function once({ folder, env }) {
  const serve = await startServe({ folder, env });
  const browser = await openBrowser(serve.url);
  const { page } = browser;
  try {
    await page.waitForTimeout(1_000);
    await page.getByRole('button', { name: 'Skills & memory' }).first().click();
    await page.getByRole('tab', { name: 'Memory' }).waitFor();
    await page.waitForTimeout(500);
    const list = await page.evaluate(drawnList, RULES);
    await page.getByRole('button', { name: 'Open CLAUDE.md' }).click();
    const editor = page.getByRole('textbox', { name: /^Text of / });
    await editor.waitFor();
    await page.waitForTimeout(500);
    await editor.click();
    await page.evaluate(noteKeys);
    await editor.pressSequentially('x'.repeat(KEYS), { delay: 40 });
    const times = await page.evaluate(() => globalThis.benchKeys);
    return { list, key: quantile(times, 0.95) };
  } finally {
    await browser.close();
    await serve.close();
  }
}

/** In the page: from the click on the tab until the list with that many rules is there. */
function drawnList(rules) {
  return new Promise((resolve) => {
    const from = performance.now();
    [...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === 'Memory').focus();
    const look = () => {
      if (document.querySelectorAll('ol > li').length > rules) resolve(performance.now() - from);
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** In the page: from each key to the end of the frame that draws it. */
function noteKeys() {
  globalThis.benchKeys = [];
  addEventListener(
    'keydown',
    () => {
      const from = performance.now();
      requestAnimationFrame(() => setTimeout(() => globalThis.benchKeys.push(performance.now() - from)));
    },
    true,
  );
}
