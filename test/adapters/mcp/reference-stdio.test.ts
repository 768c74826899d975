import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LIMIT, newConnector, newHome, recordHandlers } from '../../support/mcp-connector';
import { describeEverything } from '../../support/mcp-everything';
import { referenceServer } from '../../support/mcp-servers';

describeEverything('stdio', async () => ({ launch: referenceServer('everything', ['stdio']), close: () => undefined }));

describe('the other reference servers', () => {
  const connector = newConnector();
  afterAll(() => connector.closeAll());

  it('of files keeps to the roots that it is told', async () => {
    const folder = join(newHome(), 'allowed');
    mkdirSync(folder);
    writeFileSync(join(folder, 'note.txt'), 'a note');
    const { handlers } = recordHandlers({ roots: () => [{ uri: `file://${folder}`, name: 'allowed' }] });
    const files = await connector.connect('filesystem', referenceServer('filesystem', [newHome()]), handlers, LIMIT);
    expect(await files.listTools(LIMIT)).toHaveLength(14);
    const read = (path: string) => files.callTool('read_text_file', { path }, LIMIT);
    await expect.poll(() => read(join(folder, 'note.txt'))).toMatchObject({ isError: false, structured: { content: 'a note' } });
    expect(await read('/etc/passwd')).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Access denied') }] });
  });

  it('of memory keeps what it is told', async () => {
    const launch = referenceServer('memory', [], { env: { MEMORY_FILE_PATH: join(newHome(), 'memory.jsonl') } });
    const memory = await connector.connect('memory', launch, recordHandlers().handlers, LIMIT);
    expect(await memory.listTools(LIMIT)).toHaveLength(9);
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }];
    expect(await memory.callTool('create_entities', { entities }, LIMIT)).toMatchObject({ isError: false });
    expect(await memory.callTool('read_graph', {}, LIMIT)).toMatchObject({ structured: { entities } });
    expect(JSON.stringify(await memory.readResource('memory://knowledge-graph', LIMIT))).toContain('writes programs');
  });
});
