import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { conversation } from './support/conversation';
import { expect, test } from './support/test';

test('the whole tour plays as its strip says, with every kind of answer', async ({ workbench }) => {
  test.setTimeout(120_000);
  const { page, folder } = workbench;
  const { composer, answers, approval, ask, card, ended, ends, submit, timeline, questions } = conversation(page);
  const tour = page.getByRole('region', { name: 'Tour' });
  const menu = () => readFile(join(folder, 'menu/teas.csv'), 'utf8');

  /** Takes the step's prompt from the strip and sends it. */
  async function begin(step: number, prompt: string): Promise<void> {
    await expect(tour).toContainText(`Step ${step} of 11`);
    await tour.getByRole('button', { name: prompt }).click();
    await expect(composer).toHaveValue(prompt);
    await submit();
  }
  const next = () => tour.getByRole('button', { name: 'Next' }).click();

  await page.getByRole('button', { name: 'Trust this folder' }).click();
  await expect(page.getByText('Do you trust this folder?')).toHaveCount(0);

  await test.step('1: a plain question', async () => {
    await begin(1, 'What is this project?');
    await ended('finished');
    await expect(answers.last()).toContainText('It is a small tea shop');
    await expect(timeline.getByRole('button', { name: /^Call 1 .*end_turn/ })).toBeVisible();
    await next();
  });

  await test.step('2: read a file', async () => {
    await begin(2, 'Which teas are on the menu?');
    await ended('finished');
    const read = card(/^Read menu\/teas\.csv/);
    await expect(read).toContainText('lines 1–11 of 11');
    await expect(read).toContainText('allow');
    await expect(timeline.getByRole('button', { name: /Thinking.*I should read it rather than guess/ })).toBeVisible();
    await expect(timeline.getByRole('button', { name: /Project rule .*\.claude\/rules\/menu\.md/ })).toBeVisible();
    await expect(ends.last()).toContainText('2 calls');
    await next();
  });

  await test.step('3: parallel reads', async () => {
    await begin(3, 'Does the history follow our style guide?');
    await ended('finished');
    await expect(card(/^Read docs\/style\.md/)).toBeVisible();
    await expect(card(/^Read docs\/history\.md/)).toBeVisible();
    await expect(card(/^Grep/)).toContainText('1 match');
    await next();
  });

  await test.step('4: an edit is rejected, rejected with words, then allowed once', async () => {
    const before = await menu();
    await begin(4, 'Raise the price of sencha to 6.90.');
    await expect(approval('Edit')).toContainText('wants to change a file');
    await expect(approval('Edit')).toContainText('sencha,Japan,6.90,100');
    await expect(approval('Edit')).toContainText(join(folder, 'menu/teas.csv'));
    await expect(page.getByRole('button', { name: '1 approval waiting' })).toBeVisible();
    await approval('Edit').getByRole('button', { name: 'Reject', exact: false }).first().click();
    await ended('denied');
    await expect(approval('Edit')).toHaveCount(0);
    await expect(card(/^Edit/).last()).toContainText('rejected by you');
    expect(await menu()).toBe(before);

    await begin(4, 'Raise the price of sencha to 6.90.');
    await approval('Edit').getByRole('button', { name: 'Reject with words' }).click();
    await approval('Edit').getByRole('textbox', { name: 'What the agent should do instead' }).fill('Ask the owner first.');
    await approval('Edit').getByRole('button', { name: 'Reject and say so' }).click();
    await ended('finished');
    await expect(answers.last()).toContainText('Then I leave the price as it is.');
    await expect(card(/^Edit/).last()).toContainText('rejected with words');
    await card(/^Edit/).last().getByRole('button').first().click();
    await expect(card(/^Edit/).last()).toContainText('Ask the owner first.');
    expect(await menu()).toBe(before);

    await begin(4, 'Raise the price of sencha to 6.90.');
    await approval('Edit').getByRole('button', { name: 'Allow once' }).click();
    await ended('finished');
    await expect(answers.last()).toContainText('Sencha is 6.90 € now');
    expect(await menu()).toBe(before.replace('sencha,Japan,6.50,100', 'sencha,Japan,6.90,100'));
    const changed = ends.last().getByRole('region', { name: 'Changed files' });
    await expect(changed).toContainText('menu/teas.csv');
    await expect(changed.getByRole('button', { name: 'Undo the changes to' })).toBeVisible();
    await next();
  });

  await test.step('5: a check that fails runs isolated, without a question in a trusted folder', async () => {
    await begin(5, 'Run the menu check.');
    await ended('finished');
    await expect(card(/^Bash sh scripts\/check\.sh/)).toContainText('exit 1');
    await expect(card(/^Bash sh scripts\/check\.sh/)).toContainText('allow');
    await expect(card(/^Read scripts\/check\.sh/)).toBeVisible();
    await expect(ends.last().getByRole('list', { name: 'Checks that ran' })).toContainText('exit 1');
    await next();
  });

  await test.step('6: a denied action names the rule, the file and the line', async () => {
    await begin(6, 'What is in the .env file?');
    await ended('finished');
    const read = card(/^Read \.env/);
    await expect(read).toContainText('denied by a rule');
    await read.getByRole('button').first().click();
    await expect(read).toContainText(/Rule Read\(\.env\) in .*\.claude\/settings\.json:5/);
    await expect(answers.last()).toContainText('I may not read that file');
    await next();
  });

  await test.step('7: a long output, allowed by a rule of the folder, is paged', async () => {
    await begin(7, 'Print the sales report.');
    await ended('finished');
    const bash = card(/^Bash sh scripts\/report\.sh/);
    await expect(bash).toContainText('exit 0');
    await bash.getByRole('button').first().click();
    await bash.getByRole('button', { name: 'Show all of it, page by page' }).click();
    const whole = bash.getByRole('group', { name: 'Show all of it, page by page' });
    await expect(whole).toBeVisible();
    const first = await whole.textContent();
    await bash.getByRole('button', { name: 'Later' }).click();
    await expect(whole).not.toHaveText(first ?? '');
    await bash.getByRole('button', { name: 'Earlier' }).click();
    await expect(whole).toHaveText(first ?? '');
    await bash.getByRole('button', { name: 'Close' }).click();
    await next();
  });

  await test.step('8: a skill by its name', async () => {
    await begin(8, '/tasting-note gyokuro');
    await ended('finished');
    await expect(questions.last()).toContainText('/tasting-note');
    await expect(answers.last()).toContainText('The colour is a pale jade.');
    await next();
  });

  await test.step('9: a question form, and the list of tasks', async () => {
    await begin(9, 'Plan the spring menu with me.');
    const form = page.getByRole('region', { name: 'The agent asks' });
    await expect(form).toContainText('What should the spring menu be about?');
    await expect(form.getByRole('button', { name: 'Answer', exact: true })).toBeDisabled();
    await form.getByRole('radio', { name: 'First flush' }).check();
    await form.getByRole('button', { name: 'Answer', exact: true }).click();
    await ended('finished');
    await expect(answers.filter({ hasText: 'first flush darjeeling and a shincha' })).toBeVisible();
    await expect(answers.last()).toContainText('Both tasks are done.');
    await expect(
      card(/^TodoWrite/)
        .last()
        .getByRole('img', { name: 'done' }),
    ).toHaveCount(3);
    await next();
  });

  await test.step('10: interrupted with Esc, and the next message goes on', async () => {
    await begin(10, 'Tell me a long story about tea.');
    await expect(answers.last()).toContainText('Once there was a kettle');
    await composer.press('Escape');
    await ended('stopped');
    const kept = (await answers.last().textContent()) ?? '';
    expect(kept).toContain('Once there was a kettle');
    expect(kept).not.toContain('eleven past four');
    await ask('What is this project?');
    await next();
  });

  await test.step('11: a limit stops the turn, and it can be continued', async () => {
    await begin(11, 'Keep looking at the menu until it changes.');
    await ended('repeated call');
    await expect(ends.last()).toContainText('The model kept repeating the same call.');
    await ends.last().getByRole('button', { name: 'Continue' }).click();
    await expect(answers.last()).toContainText(/script/);
    await ended('finished');
    await tour.getByRole('button', { name: 'Finish' }).click();
  });

  await expect(tour).toContainText('That was the tour.');
});
