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
  /** True where a person looks at the data. */
  readonly forPerson: boolean;
}

/**
 * The process's own streams. A reader that goes away (`| head`) is no error. What is written for a person steers no terminal, whoever it is
 * from; what a script reads is as it is.
 */
export function createOutput(): Output {
  let closed = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
      if (stream === process.stdout) closed = true;
    });
  }
  const forPerson = process.stdout.isTTY === true;
  const write = (text: string) =>
    new Promise<void>((resolve) => {
      if (closed || text === '') resolve();
      else process.stdout.write(text, () => resolve());
    });
  const list = (text: string) => write(visibleText(text));
  const data = forPerson ? list : write;
  return {
    data,
    list,
    json: (value) => data(`${JSON.stringify(value, undefined, 2)}\n`),
    note: (text) => void process.stderr.write(`${visibleText(text)}\n`),
    get closed() {
      return closed;
    },
    forPerson,
  };
}
