import type { Channel } from './protocol';

/** The listening half of a channel. Texts that come before there is a listener wait for it; the end is told once. */
export interface Receiver extends Pick<Channel, 'onMessage' | 'onClose'> {
  deliver(text: string): void;
  /** False once it has ended before. */
  end(): boolean;
  readonly ended: boolean;
}

export function createReceiver(): Receiver {
  let listener: ((text: string) => void) | undefined;
  let early: string[] = [];
  let ended = false;
  const onClose: Array<() => void> = [];
  return {
    deliver(text) {
      if (ended) return;
      if (listener === undefined) early.push(text);
      else listener(text);
    },
    onMessage(next) {
      listener = next;
      const texts = early;
      early = [];
      for (const text of texts) next(text);
    },
    onClose: (next) => void onClose.push(next),
    end() {
      if (ended) return false;
      ended = true;
      for (const job of onClose) job();
      return true;
    },
    get ended() {
      return ended;
    },
  };
}
