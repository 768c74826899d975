import { expect, type Locator, type Page } from '@playwright/test';

export interface Conversation {
  composer: Locator;
  timeline: Locator;
  ends: Locator;
  answers: Locator;
  questions: Locator;
  approval(tool: string): Locator;
  card(name: string | RegExp): Locator;
  /** Types and sends, and waits until the message stands in the conversation. */
  send(text: string): Promise<void>;
  /** The turn in hand has ended, with this reason in words where one is given. */
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

  async function send(text: string): Promise<void> {
    await composer.fill(text);
    await composer.press('Enter');
    await expect(questions.last()).toContainText(text.slice(0, 60));
  }
  async function ended(reason = ''): Promise<void> {
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible({ timeout: 20_000 });
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
    ended,
    async ask(text, reason = 'finished') {
      await send(text);
      await ended(reason);
    },
  };
}
