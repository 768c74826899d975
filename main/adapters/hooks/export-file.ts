import { closeSync, constants, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookCommand } from '../../core/hooks/hook-runner';
import { makeOwnFolder } from '../storage/own-folder';

/** How the names of its temporary folders begin. */
export const EXPORT_PREFIX = 'vitrine-env-';
/** Most bytes that are read of it. */
const MOST_BYTES = 65_536;

export interface ExportFile {
  /** The command with the file in its environment and, in a sandbox, in what it may write. */
  command: HookCommand;
  /** What was written; undefined where nothing was. */
  read(): string | undefined;
  remove(): void;
}

/** A file for one run of a command that hands variables on, in a folder of its own. */
export async function makeExportFile(command: HookCommand): Promise<ExportFile> {
  const folder = await makeOwnFolder(EXPORT_PREFIX);
  const path = join(folder, 'exports.sh');
  writeFileSync(path, '', { mode: 0o600 });
  const { sandbox } = command;
  const inside = sandbox && { ...sandbox, grant: { ...sandbox.grant, writable: [...sandbox.grant.writable, folder] } };
  return {
    command: { ...command, env: { ...command.env, CLAUDE_ENV_FILE: path }, ...(inside === undefined ? {} : { sandbox: inside }) },
    read: () => readBeginning(path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Nothing of what stands there instead of the file: a link, a folder, a pipe. */
function readBeginning(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(MOST_BYTES);
    const text = new TextDecoder().decode(bytes.subarray(0, readSync(file, bytes)));
    return text.trim() === '' ? undefined : text;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
