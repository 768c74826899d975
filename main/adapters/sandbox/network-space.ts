import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';

/** Where the proxy of the session answers, seen from inside. */
export const PROXY_PORT = 3128;

/** A network of its own for all commands of a session: they reach each other and the proxy, and nothing else. */
export interface NetworkSpace {
  /** Starts a program inside; goes before `bwrap`. */
  entry: readonly string[];
  /** Starts a program in the file system of a command that runs inside. */
  enterMounts(pid: number): readonly string[];
  isOpen(): boolean;
  close(): void;
}

export interface NetworkPrograms {
  bwrap: string;
  nsenter: string;
  socat: string;
}

const START_MS = 5_000;

/** Rejects in plain words. The bridge ends with this process. */
export async function openNetworkSpace(programs: NetworkPrograms, proxySocket: string): Promise<NetworkSpace> {
  const listen = `TCP4-LISTEN:${PROXY_PORT},bind=127.0.0.1,reuseaddr,fork,backlog=128`;
  const isolation = [
    '--unshare-user',
    '--unshare-net',
    '--unshare-ipc',
    '--unshare-uts',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
  ];
  const child = spawn(
    programs.bwrap,
    [...isolation, '--ro-bind', '/', '/', '--json-status-fd', '3', programs.socat, '-d', '-d', listen, `UNIX-CONNECT:${proxySocket}`],
    { cwd: '/', env: {}, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  );
  child.unref();
  let open = true;
  const ended = new Promise<never>((_resolve, reject) => {
    const fail = (text: string) => {
      open = false;
      reject(new Error(`the network of the sandbox could not be made: ${text}`));
    };
    child.once('error', (error) => fail(error.message));
    child.once('exit', () => fail('its bridge has ended'));
    setTimeout(() => reject(new Error('the network of the sandbox did not come up in time')), START_MS).unref();
  });
  ended.catch(() => undefined);
  const pid = Number(/"child-pid":\s*(\d+)/.exec(await Promise.race([readUntil(child.stdio[3], '}'), ended]))?.[1]);
  await Promise.race([readUntil(child.stderr, 'listening on'), ended]);
  const asRoot = process.getuid?.() === 0;
  const enter = [programs.nsenter, ...(asRoot ? [] : [`--user=/proc/${pid}/ns/user`, '--preserve-credentials'])];
  return {
    entry: [...enter, `--net=/proc/${pid}/ns/net`, '--'],
    enterMounts: (command) => [...enter, `--mount=/proc/${command}/ns/mnt`, '--'],
    isOpen: () => open,
    close() {
      open = false;
      child.kill('SIGKILL');
    },
  };
}

/** Text of a stream up to a word; what follows is read and dropped, so that the writer never waits. */
function readUntil(stream: unknown, word: string): Promise<string> {
  return new Promise((resolve) => {
    if (!(stream instanceof Readable)) return;
    let text = '';
    stream.on('error', () => undefined);
    stream.on('data', (bytes: Buffer) => {
      if (text.includes(word)) return;
      text += bytes.toString();
      if (text.includes(word)) resolve(text);
    });
  });
}
