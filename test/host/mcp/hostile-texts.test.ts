import { afterEach, expect, it, vi } from 'vitest';
import { createOutput } from '../../../main/cli/output';
import { describeCall, describeChecks, describeDetail, describeLog, describeServers } from '../../../main/cli/mcp-text';
import { visibleText } from '../../../shared/text/visible-text';
import { serverView } from '../../renderer/support/demo-servers';

const EVIL = '\u001b[2K\r\u009b1A\u001b]0;title\u0007\u202eforged';
const UNSEEN = /(?![\n])[\p{Cc}\u202e]/u;

afterEach(() => vi.restoreAllMocks());

const SERVER = serverView({
  scope: 'project',
  state: 'failed',
  reason: { code: 'cannot-start', detail: `${EVIL}\nforged  connected` },
  launch: {
    type: 'stdio',
    command: 'run',
    args: [`${EVIL}\nforged  connected`, 'a b', ''],
    envNames: ['NODE_OPTIONS'],
    written: [{ name: 'NODE_OPTIONS', value: `--require x ${EVIL}`, steers: true }],
    cwd: '/p',
  },
  info: { name: EVIL, version: EVIL, era: 'legacy', protocolVersion: EVIL, capabilities: [EVIL] },
});

it('shows servers on lines of their own, with every word told apart, whatever they say', () => {
  const text = describeServers([SERVER]);
  expect(text).not.toMatch(UNSEEN);
  expect(text.split('\n')).toHaveLength(5);
  expect(text).toContain('"a b" ""');
  expect(text).toContain('NODE_OPTIONS="--require x');
  expect(text).toContain('changes which code runs');
  const detail = describeDetail({
    server: SERVER,
    tools: [],
    resources: [{ uri: `x:${EVIL}\nforged`, name: EVIL }],
    templates: [],
    followed: [],
    prompts: [{ name: EVIL, arguments: [], command: `/${EVIL}\n` }],
    processes: [{ pid: 1, parent: 0, command: EVIL, residentBytes: 0 }],
    history: [],
  });
  expect(detail).not.toMatch(UNSEEN);
  const log = describeLog({
    entries: [{ seq: 1, at: 0, direction: 'received', text: EVIL, bytes: 1 }],
    logged: [{ seq: 1, at: 0, level: 'info', logger: EVIL, text: `${EVIL}\nforged` }],
    stderr: '',
  });
  expect(log).not.toMatch(UNSEEN);
  expect(log.split('\n')).toHaveLength(4);
  const checks = describeChecks([
    { server: 'a', checks: [{ id: 'entry', ok: false, findings: [], problems: [{ code: 'x', severity: 'error', message: EVIL }] }] },
  ]);
  expect(checks).not.toMatch(UNSEEN);
});

it('writes out what a result steers a terminal with, and keeps its lines', () => {
  const decision = { decision: 'allow' as const, mode: 'default' as const, reason: '', diagnostics: [] };
  const content = [{ type: 'text' as const, text: `one\n${EVIL}`, chars: 3 }];
  const text = describeCall({ decision, asks: false, isError: false, content, tookMs: 1, tokens: 1 });
  expect(visibleText(text)).toBe('one\n\\u001b[2K\\u000d\\u009b1A\\u001b]0;title\\u0007\\u202eforged\n[1 ms]\n');
  expect(visibleText('家族 👨‍👩‍👧 e\u0301\t|')).toBe('家族 👨‍👩‍👧 e\u0301\t|');
  expect(JSON.parse(visibleText(JSON.stringify({ text: EVIL })))).toEqual({ text: EVIL });
});

it('lets no command steer a terminal, and gives a script what there is', async () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text: string | Uint8Array, ...rest: unknown[]) => {
    written.push(String(text));
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const before = process.stdout.isTTY;
  try {
    process.stdout.isTTY = true;
    const output = createOutput();
    await output.data(EVIL);
    await output.json({ text: EVIL });
    output.note(EVIL);
    expect(written).toHaveLength(3);
    for (const text of written) expect(text).not.toMatch(UNSEEN);
    process.stdout.isTTY = false;
    await createOutput().data(EVIL);
    expect(written.at(-1)).toBe(EVIL);
  } finally {
    process.stdout.isTTY = before;
  }
});
