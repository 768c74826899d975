import { expect, type Locator, type Page } from '@playwright/test';

export interface Conversation {
  composer: Locator;
  timeline: Locator;
  ends: Locator;
  answers: Locator;
  questions: Locator;
  approval(tool: string): Locator;
  card(name: string | RegExp): Locator;
  /** Types and sends, and waits until the message stands in the conversation as a new one. */
  send(text: string): Promise<void>;
  /** Sends what the composer holds, like `send`. */
  submit(): Promise<void>;
  /** The turn of the last message has ended, with this reason in words where one is given. */
  ended(reason?: string): Promise<void>;
  /** Sends, and waits for the end of the turn. */
  ask(text: string, reason?: string): Promise<void>;
}

/** What a person sees and uses in the conversation, by role and name. */
export function conversation(page: Page): Conversation {
  const timeline = page.getByRole('group', { name: 'Messages' });
  const composer = page.getByRole('textbox', { name: 'Message to the agent' });
  // A footer inside a section has no role of its own.
  const ends = timeline.locator('footer');
  const questions = timeline.getByRole('article', { name: 'You' });

  /** Text and place of the last message: the same words sent again stand in another row. */
  const lastQuestion = () => timeline.evaluate(readLast, 'article[aria-label="You"]');
  async function submit(): Promise<void> {
    const text = (await composer.inputValue()).trim();
    const before = (await timeline.count()) === 0 ? undefined : await lastQuestion();
    await composer.press('Enter');
    await expect
      .poll(async () => {
        const last = await lastQuestion();
        return JSON.stringify(last) === JSON.stringify(before) ? undefined : last?.text;
      })
      .toContain(text.slice(0, 60));
  }
  async function send(text: string): Promise<void> {
    await composer.fill(text);
    await submit();
  }
  async function ended(reason = ''): Promise<void> {
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible({ timeout: 20_000 });
    await expect
      .poll(async () => ((await timeline.evaluate(readLast, 'footer'))?.row ?? -1) > ((await lastQuestion())?.row ?? -1), {
        timeout: 20_000,
      })
      .toBe(true);
    await expect(ends.last()).toContainText(reason);
  }
  return {
    composer,
    timeline,
    ends,
    answers: timeline.getByRole('article', { name: 'Answer' }),
    questions,
    approval: (tool) => page.getByRole('region', { name: `Approval for ${tool}` }),
    card: (name) => timeline.getByRole('article', { name }),
    send,
    submit,
    ended,
    async ask(text, reason = 'finished') {
      await send(text);
      await ended(reason);
    },
  };
}

/** Runs in the page: the last row that holds such an element. */
function readLast(timeline: Element, selector: string): { row: number; text: string } | undefined {
  const element = [...timeline.querySelectorAll(selector)].at(-1);
  return element && { row: Number(element.closest('[data-index]')?.getAttribute('data-index')), text: element.textContent ?? '' };
}
