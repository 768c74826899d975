import { sampleSession } from '../../unit/sessions/sample-events';
import { countingIds, silentLogger, systemClock } from './ports-for-scripts';
import { createSessionStore } from '../../../main/adapters/storage/create-session-store';

/** Appends as fast as it can until it is killed. Prints the session's id, then the number of each event once it is stored. */
async function main(home: string, folder: string): Promise<void> {
  const store = createSessionStore({ home, clock: systemClock, ids: countingIds(), appVersion: '0.1.0', logger: silentLogger });
  const log = await store.create(folder);
  process.stdout.write(`${log.id}\n`);
  for (let round = 0; ; round += 1) {
    for (const event of sampleSession(40, log.id).slice(round === 0 ? 0 : 1)) {
      log.putPart(JSON.stringify({ type: 'text', text: `${round} ${event.type} ${'x'.repeat(3000)}` }));
      const [stored] = await log.append(event);
      process.stdout.write(`${stored?.seq}\n`);
    }
  }
}

void main(process.argv[2] ?? '', process.argv[3] ?? '');
