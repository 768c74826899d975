import { describe, expect, it } from 'vitest';
import { builtInTools } from '../../../main/core/tools/built-in-tools';
import { createToolRegistry } from '../../../main/core/tools/create-tool-registry';
import { createToolBench } from './tool-bench';

const registry = createToolRegistry(builtInTools({ webFetch: true }));
const complain = (name: string, input: unknown) => {
  const parsed = registry.get(name)!.parse(input);
  return parsed.ok ? 'fine' : parsed.message;
};

describe('the tool registry', () => {
  it('holds the built-in tools, WebFetch only when it is on', () => {
    const names = [
      'Bash',
      'BashOutput',
      'KillShell',
      'Read',
      'Edit',
      'Write',
      'Glob',
      'Grep',
      'TodoWrite',
      'AskUserQuestion',
      'EnterPlanMode',
      'ExitPlanMode',
      'Skill',
      'Agent',
      'SendMessage',
      'TaskStop',
    ];
    expect(
      createToolRegistry(builtInTools({ webFetch: false }))
        .all()
        .map((tool) => tool.name),
    ).toEqual(names);
    expect(registry.all().map((tool) => tool.name)).toEqual([...names, 'WebFetch']);
  });

  it('gives every tool a closed object schema with described fields', () => {
    for (const tool of registry.all()) {
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(tool.inputSchema)).not.toContain('9007199254740991');
      expect(tool.description.length).toBeGreaterThan(40);
    }
    expect(registry.get('Read')?.inputSchema).toMatchObject({
      required: ['file_path'],
      properties: { offset: { type: 'integer', minimum: 1 } },
    });
    expect(Object.keys(registry.get('Grep')?.inputSchema['properties'] ?? {})).toEqual([
      'pattern',
      'path',
      'glob',
      'type',
      'output_mode',
      '-A',
      '-B',
      '-C',
      'context',
      '-n',
      '-i',
      '-o',
      'head_limit',
      'offset',
      'multiline',
    ]);
  });

  it('refuses an input with a message that names the field, and changes no types', () => {
    expect(complain('Read', { file_path: '/a', encoding: 'x' })).toBe(
      'Invalid input for Read: unknown field encoding (known: file_path, offset, limit, pages).',
    );
    expect(complain('Read', {})).toMatch(/file_path: .*expected string/);
    expect(complain('Read', { file_path: '/a', offset: '3' })).toMatch(/offset: .*expected number/);
    expect(complain('Read', { file_path: '/a\0b' })).toMatch(/file_path: a path cannot contain a NUL character/);
    expect(complain('Bash', { command: 'x', timeout: 700_000 })).toMatch(/timeout: .*600000/);
    expect(complain('Bash', 'ls')).toMatch(/expected object/);
    expect(complain('TodoWrite', { todos: [{ content: 'a', status: 'done', activeForm: 'b' }] })).toMatch(/todos\.0\.status/);
    expect(complain('WebFetch', { url: 'file:///etc/passwd', prompt: '' })).toMatch(/url/);
    expect(complain('Edit', { file_path: '/a', old_string: 'a', new_string: 'b', replace_all: true })).toBe('fine');
  });

  it('knows names that look alike', () => {
    expect([
      registry.near('read'),
      registry.near('Reed')[0],
      registry.near('bash_output')[0],
      registry.near('WebFetcher')[0],
      registry.near('MultiEdit')[0],
    ]).toEqual([['Read'], 'Read', 'BashOutput', 'WebFetch', 'Edit']);
    expect(registry.near('TranslateDocument')).toEqual([]);
  });

  it('refuses two tools of one name', () => {
    const [tool] = builtInTools({ webFetch: false });
    expect(() => createToolRegistry([tool!, tool!])).toThrow('same name');
  });
});

describe('tools for the person', () => {
  const question = {
    question: 'Which?',
    header: 'Choice',
    multiSelect: false,
    options: [
      { label: 'A', description: 'a' },
      { label: 'B', description: 'b' },
    ],
  };

  it('ask and give the answers back', async () => {
    const bench = createToolBench();
    bench.state.answers = [['A', 'B']];
    expect(await bench.say('AskUserQuestion', { questions: [question] })).toBe('Which?\n→ A, B');
    expect(bench.state.asked).toEqual([question]);
    bench.state.answers = undefined;
    expect(await bench.say('AskUserQuestion', { questions: [question] })).toMatch(/^unavailable/);
  });

  it('keep the task list', async () => {
    const bench = createToolBench();
    const todos = [
      { content: 'Do', status: 'in_progress', activeForm: 'Doing' },
      { content: 'Then', status: 'pending', activeForm: 'Then' },
    ];
    expect(await bench.say('TodoWrite', { todos })).toBe('The list has 2 tasks: 0 completed, 1 in progress, 1 pending.');
    expect(await bench.run('TodoWrite', { todos })).toMatchObject({ display: { type: 'todos', todos } });
  });
});
