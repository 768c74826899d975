import type { Channel } from '../../shared/contract/protocol';

/** Two ends of a channel in one process: ordered, and never delivered within `send`. */
export function createChannelPair(): [Channel, Channel] {
  const left = createEnd();
  const right = createEnd();
  left.join(right);
  right.join(left);
  return [left.channel, right.channel];
}

interface End {
  channel: Channel;
  join(other: End): void;
  deliver(text: string): void;
  end(): void;
}

function createEnd(): End {
  let peer: End | undefined;
  let listener: ((text: string) => void) | undefined;
  let early: string[] = [];
  let closed = false;
  const onClose: Array<() => void> = [];

  const end: End = {
    channel: {
      send(text) {
        if (!closed) queueMicrotask(() => peer?.deliver(text));
      },
      onMessage(next) {
        listener = next;
        const texts = early;
        early = [];
        for (const text of texts) next(text);
      },
      onClose: (next) => void onClose.push(next),
      close() {
        if (closed) return;
        queueMicrotask(() => peer?.end());
        end.end();
      },
    },
    join: (other) => {
      peer = other;
    },
    deliver(text) {
      if (closed) return;
      if (listener === undefined) early.push(text);
      else listener(text);
    },
    end() {
      if (closed) return;
      closed = true;
      for (const job of onClose) job();
    },
  };
  return end;
}
