import { open } from 'node:fs/promises';
import type { SessionState, SessionSummary } from '../../../shared/model/session';
import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import { RecordStream } from '../../core/sessions/record-stream';
import { summariseSession } from '../../core/sessions/summarise-session';
import { readRange } from './append-file';

interface Progress {
  stream: RecordStream;
  state: SessionState;
  offset: number;
  inode: number;
}

export interface ScannedSummary {
  size: number;
  modifiedMs: number;
  /** Absent while the log has no event. */
  summary?: SessionSummary;
}

const CHUNK = 64 * 1024;

/**
 * Makes summaries from logs. Of a session in mid-turn it remembers how far it read, so that a list that is asked for again and
 * again while another process writes costs only what was added.
 */
export class SummaryScan {
  private readonly progress = new Map<string, Progress>();

  async read(id: string, path: string): Promise<ScannedSummary> {
    const handle = await open(path, 'r');
    try {
      const { size, mtimeMs, ino } = await handle.stat();
      const known = this.progress.get(id);
      const going = known !== undefined && known.inode === ino && known.offset <= size ? known : startProgress(id, ino);
      while (going.offset < size) {
        const chunk = await readRange(handle, going.offset, Math.min(CHUNK, size - going.offset));
        if (chunk.length === 0) break;
        going.offset += chunk.length;
        fold(going, going.stream.push(chunk).records);
      }
      fold(going, going.stream.flush());
      going.offset = going.stream.dropRest();
      if (going.state.status === 'idle') this.progress.delete(id);
      else this.progress.set(id, going);
      const scanned = { size, modifiedMs: mtimeMs };
      return going.state.lastSeq === 0 ? scanned : { ...scanned, summary: summariseSession(going.state) };
    } finally {
      await handle.close();
    }
  }
}

function startProgress(id: string, inode: number): Progress {
  return { stream: new RecordStream(), state: emptySession(id), offset: 0, inode };
}

/** A summary needs neither items nor calls: they are not kept. */
function fold(progress: Progress, records: ReturnType<RecordStream['flush']>): void {
  const events = records.map(({ event }) => event);
  progress.state = { ...applyEvents(progress.state, events), items: [], calls: [] };
}
