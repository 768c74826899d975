import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { createFileLocks } from '../../../main/adapters/storage/file-locks';
import { writeAllowRule } from '../../../main/core/permission/grant-rule';
import { KeyedQueue } from '../../../main/core/kernel/keyed-queue';

/** Grants rules `Bash(<name> <n>)` in a settings file as a host does, all at once. */
async function main(home: string, file: string, name: string, count: number): Promise<void> {
  const queue = new KeyedQueue(createFileLocks(home));
  const disk = createNodeFileSystem();
  const numbers = Array.from({ length: count }, (_, index) => index);
  await Promise.all(numbers.map((number) => queue.run(file, () => writeAllowRule(disk, file, `Bash(${name} ${number})`))));
}

const [home = '', file = '', name = '', count = ''] = process.argv.slice(2);
void main(home, file, name, Number(count));
