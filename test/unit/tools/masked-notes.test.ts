import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { grantSandbox } from '../../../main/core/shell/sandbox-policy';
import { DEFAULT_SANDBOX } from '../../../main/core/shell/sandbox-settings';
import { maskedNotes } from '../../../main/core/tools/masked-notes';

describe('a note on what an isolated command saw otherwise than it is', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-masked-'));
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'sub'));
    for (const name of ['.git/HEAD', '.env', 'sub/.env', 'plain']) writeFileSync(join(folder, name), 'x');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function notesOn(
    output: string,
    { below = '', refused = '', isolated = true, hidden = ['.env', 'sub/.env'] } = {},
  ): Promise<string[]> {
    const grant = grantSandbox({
      ...{ folder, home: '/home/ann', ignoreCase: false, directories: [folder], repository: undefined, rules: [], protect: [] },
      settings: DEFAULT_SANDBOX,
    });
    const sandbox = isolated ? { grant, session: 'one', isGuarded: () => true } : undefined;
    const refusals = refused === '' ? [] : [{ kind: 'read' as const, target: join(folder, refused) }];
    const folders = [folder, join(folder, below)];
    const notes = await maskedNotes(
      { output, folders, refusals, hidden: hidden.map((name) => join(folder, name)) },
      { files: createNodeFileSystem(), home: '/home/ann', ...(sandbox === undefined ? {} : { sandbox }) },
    );
    return notes.map((note) => note.replaceAll(`${folder}/`, ''));
  }

  const STOOD_IN = 'Not there outside the sandbox, which has an empty stand-in: ';
  const HIDDEN = 'Hidden by the sandbox, where it looks empty: ';
  const listing = (...names: string[]) => names.map((name) => `drwxr-xr-x 2 ann ann 40 Nov 30 14:00 ${name}\n`).join('');

  it('tells stand-ins and hidden files from what is there', async () => {
    expect(await notesOn(listing('.', '..', '.claude', '.env', '.git', '.mcp.json', 'plain'))).toEqual([
      `${STOOD_IN}.claude, .mcp.json`,
      `${HIDDEN}.env`,
    ]);
  });

  it('knows a stand-in that another command still needs', async () => {
    mkdirSync(join(folder, '.vitrine'));
    expect(await notesOn('./.vitrine/\n')).toEqual([`${STOOD_IN}.vitrine`]);
  });

  it('knows names in the folder where the command ended, and paths', async () => {
    expect(await notesOn(listing('.env'), { below: 'sub' })).toEqual([`${HIDDEN}.env, sub/.env`]);
    expect(await notesOn('sub/.env:0\n')).toEqual([`${HIDDEN}sub/.env`]);
  });

  it('is silent on a secret that the command could read, and knows what lies in a hidden folder', async () => {
    expect(await notesOn('sub/.env:KEY=value\n', { hidden: ['.env'] })).toEqual([]);
    expect(await notesOn('sub/.env: nothing\n', { hidden: ['sub'] })).toEqual([`${HIDDEN}sub/.env`]);
  });

  it('is silent on what is as it looks, was refused already, or was not isolated', async () => {
    expect(await notesOn('plain .git missing.env and .env.md\n')).toEqual([]);
    expect(await notesOn("cat: '.env': Permission denied\n", { refused: '.env' })).toEqual([]);
    expect(await notesOn(listing('.claude', '.env'), { isolated: false })).toEqual([]);
  });
});
