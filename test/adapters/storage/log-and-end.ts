import { createFileLogger } from '../../../main/adapters/logging/file-logger';
import { systemClock } from './ports-for-scripts';

/** Logs, and ends at once: by itself, by an uncaught error, or by leaving. */
const [, , home = '', how] = process.argv;
const logger = createFileLogger({ home, clock: systemClock, name: 'main' });
logger.log('info', 'first');
if (how === 'flush') void logger.flush().then(() => process.exit(0));
logger.log('error', 'last words');
if (how === 'crash') {
  process.on('uncaughtExceptionMonitor', (error) => logger.log('error', error.message));
  throw new Error('a crash');
}
if (how === 'leave') process.exit(0);
