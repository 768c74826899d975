import { visibleText } from '../../shared/text/visible-text';

/** Where a command's data and words go. Data is what scripts read; everything else is for people. */
export interface Output {
  /** To standard output. Resolves when it has been taken, or when nobody reads any more. */
  data(text: string): Promise<void>;
  /** The same for words about texts of others: they steer no terminal that they may be shown in later, either. */
  list(text: string): Promise<void>;
  json(value: unknown): Promise<void>;
  /** A line to standard error. */
  note(text: string): void;
  /** True once the reader of the data has gone: there is no point in more of it. */
  readonly closed: boolean;
  /** True once data could not be written, for another reason than that. */
  readonly failed: boolean;
  /** True where a person looks at the data. */
  readonly forPerson: boolean;
}

/**
 * The process's own streams. A reader that goes away (`| head`) is no error; a disk that is full is one, which is said once. What is written
 * for a person steers no terminal, whoever it is from; what a script reads is as it is.
 */
export function createOutput(): Output {
  let closed = false;
  let failed = false;
  const note = (text: string) => void process.stderr.write(`${visibleText(text)}\n`);
  const endOf = (error: NodeJS.ErrnoException) => {
    closed = true;
    if (failed || error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
    failed = true;
    note(`vitrine: standard output cannot be written: ${error.message}`);
  };
  process.stdout.on('error', endOf);
  // There is nobody left to tell.
  process.stderr.on('error', () => undefined);
  const forPerson = process.stdout.isTTY === true;
  const write = (text: string) =>
    new Promise<void>((resolve) => {
      if (closed || text === '') return resolve();
      process.stdout.write(text, (error) => {
        if (error) endOf(error);
        resolve();
      });
    });
  const list = (text: string) => write(visibleText(text));
  const data = forPerson ? list : write;
  return {
    data,
    list,
    json: (value) => data(`${JSON.stringify(value, undefined, 2)}\n`),
    note,
    get closed() {
      return closed;
    },
    get failed() {
      return failed;
    },
    forPerson,
  };
}
