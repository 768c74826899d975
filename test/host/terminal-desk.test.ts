import { expect, it } from 'vitest';
import { createClock } from '../../main/adapters/clock/create-clock';
import type { Terminal } from '../../main/core/ports';
import { EventFeed } from '../../main/host/event-feed';
import { TerminalDesk } from '../../main/host/terminals/terminal-desk';

const nothing = () => undefined;

/** A terminal in which nothing happens: what is counted here are terminals. */
function quietTerminal(id: string): Terminal {
  const subscribe = () => nothing;
  return {
    ...{ id, isolation: 'none', write: nothing, resize: nothing, onOutput: subscribe, onWaiting: subscribe },
    snapshot: () => ({ data: '', at: 0 }),
    readText: () => ({ text: '', cut: false }),
    ended: new Promise(nothing),
    stop: async () => undefined,
    dispose: async () => undefined,
  };
}

it('opens 48 terminals at most, however many are asked for at once, and counts none that could not be opened', async () => {
  let made = 0;
  let failing = true;
  const desk = new TerminalDesk({
    terminals: {
      open: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        if (failing) throw new Error('no pseudo-terminal');
        made += 1;
        return quietTerminal(`term-${made}`);
      },
      setColours: nothing,
      stopAll: async () => undefined,
    },
    feed: new EventFeed(),
    clock: createClock(),
  });
  const ask = async () => {
    const wish = { folder: '/f', kind: 'shell' as const, isolated: false, size: { columns: 80, rows: 24 } };
    const asked = await Promise.allSettled(Array.from({ length: 60 }, () => desk.open(wish)));
    return asked.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code?: string }).code] : []));
  };
  expect(await ask()).toEqual([...Array<string>(48).fill('unavailable'), ...Array<string>(12).fill('busy')]);
  failing = false;
  expect(await ask()).toEqual(Array<string>(12).fill('busy'));
  expect([made, desk.list('/f').length]).toEqual([48, 48]);
  await desk.close('term-1');
  expect(await ask()).toHaveLength(59);
});
