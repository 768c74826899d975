import type { Terminal } from '@xterm/xterm';
import { cutStart } from '../../../shared/text/cut-text';
import { call, listen, useHost } from '../../stores/host';

/** The host is told so often at most how far the screen is. */
const REPORT_CHARS = 16_384;
/** A longer text goes in several writes. */
const WRITE_CHARS = 200_000;

/**
 * Ties a screen to its terminal in the host: draws it as it stands and what follows, sends keys. After a lost connection it is drawn anew.
 * Returns the function that unties them.
 */
export function attachTerminal(id: string, terminal: Terminal): () => void {
  let generation = 0;
  let expected = Number.POSITIVE_INFINITY;
  let reported = 0;
  let early: { data: string; at: number }[] = [];

  function draw(data: string, at: number): void {
    const mine = generation;
    terminal.write(data, () => {
      if (mine !== generation || (at - reported < REPORT_CHARS && at !== expected)) return;
      reported = at;
      void call('terminal.drawn', { terminal: id, at }).catch(() => undefined);
    });
  }
  function drawAnew(data: string, at: number): void {
    generation += 1;
    expected = at;
    reported = at;
    terminal.reset();
    draw(data, at);
  }
  function follow(data: string, at: number): void {
    if (at <= expected) return;
    expected = at;
    draw(data, at);
  }
  async function begin(): Promise<void> {
    expected = Number.POSITIVE_INFINITY;
    early = [];
    const waiting = early;
    const { data, at, terminal: info } = await call('terminal.snapshot', { terminal: id });
    if (waiting !== early) return;
    if (info.size.columns !== terminal.cols || info.size.rows !== terminal.rows) terminal.resize(info.size.columns, info.size.rows);
    drawAnew(data, at);
    for (const piece of waiting) follow(piece.data, piece.at);
  }
  const send = (data: string) => {
    for (let left = data; left !== ''; ) {
      const piece = cutStart(left, WRITE_CHARS);
      left = left.slice(piece.length);
      void call('terminal.write', { terminal: id, data: piece }).catch(() => undefined);
    }
  };
  const keys = terminal.onData(send);
  const offs = [
    listen('terminal/output', ({ terminal: from, data, at, whole }) => {
      if (from !== id) return;
      if (whole === true) drawAnew(data, at);
      else if (expected === Number.POSITIVE_INFINITY) early.push({ data, at });
      else follow(data, at);
    }),
    useHost.subscribe(({ status }, before) => {
      if (status === 'connected' && before.status !== 'connected') void begin().catch(() => undefined);
    }),
  ];
  void begin().catch(() => undefined);
  return () => {
    keys.dispose();
    for (const off of offs) off();
    void call('terminal.leave', { terminal: id }).catch(() => undefined);
  };
}
