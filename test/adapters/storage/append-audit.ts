import { createAuditStore } from '../../../main/adapters/storage/audit-store';
import { sampleRecord } from './audit-support';

/** Appends records with ids `<name>-<n>`, so many or until it is killed. Prints each number once it is written. */
async function main(home: string, folder: string, name: string, count: number): Promise<void> {
  const log = createAuditStore({ home, clock: { now: Date.now } }).of(folder);
  for (let number = 1; number <= count; number += 1) {
    await log.append([sampleRecord(`${name}-${number}`, 'x'.repeat(20_000))], false);
    process.stdout.write(`${number}\n`);
  }
}

const [home = '', folder = '', name = '', count = ''] = process.argv.slice(2);
void main(home, folder, name, Number(count));
