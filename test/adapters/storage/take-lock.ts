import { acquireLock } from '../../../main/adapters/storage/writer-lock';

/** On a line of input, tries the lock once, says `won` or `lost`, and stays alive until it is killed. */
process.stdin.once('data', () => {
  void acquireLock(process.argv[2] ?? '', `process ${process.pid}`).then((outcome) => {
    process.stdout.write('lock' in outcome ? 'won\n' : 'lost\n');
  });
});
process.stdout.write('ready\n');
