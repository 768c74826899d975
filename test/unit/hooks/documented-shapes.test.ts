import { expect, it } from 'vitest';
import { checkSettings } from '../../../main/core/hooks/check-settings';

const command = (text: string, more: object = {}) => ({ type: 'command', command: text, ...more });

/** Shapes that careful projects have, written anew. */
const SHAPES: Record<string, unknown> = {
  'a formatter after edits': {
    PostToolUse: [{ matcher: 'Edit|MultiEdit|Write', hooks: [command('npx prettier --write "$FILE"', { timeout: 60 })] }],
  },
  'guards of several tools': {
    PreToolUse: [
      { matcher: 'Bash', hooks: [command('"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.py')] },
      { matcher: 'mcp__memory__.*', hooks: [command('echo memory >> ~/log')] },
      { matcher: 'mcp__.*__write.*', hooks: [command('check-writes')] },
      { matcher: 'Task', hooks: [command('note-agents')] },
      { matcher: 'Notebook.*', hooks: [command('note-books')] },
      { matcher: '*', hooks: [command('note-all')] },
      { matcher: '', hooks: [command('note-all-too')] },
    ],
  },
  'the whole session': {
    SessionStart: [{ hooks: [command('cat context.md')] }, { matcher: 'resume', hooks: [command('git log -5')] }],
    UserPromptSubmit: [{ hooks: [command('date')] }],
    Stop: [{ hooks: [command('npm test', { timeout: 300, statusMessage: 'Testing' })] }],
    SubagentStop: [{ matcher: 'reviewer', hooks: [command('note')] }],
    Notification: [{ matcher: 'permission_prompt|idle_prompt', hooks: [command('notify-send x')] }],
    SessionEnd: [{ matcher: 'other', hooks: [command('bye', { async: true })] }],
  },
  'handlers of every kind': {
    PostToolUse: [
      {
        hooks: [
          command('python3', { args: ['check.py', '--strict'], onFailure: 'block' }),
          { type: 'http', url: 'http://localhost:8080/hook', headers: { Authorization: 'Bearer $TOKEN' }, allowedEnvVars: ['TOKEN'] },
          { type: 'prompt', prompt: 'Does this fit? $ARGUMENTS', model: 'haiku' },
          { type: 'agent', prompt: 'Run the tests', timeout: 120 },
          { type: 'mcp_tool', server: 'audit', tool: 'record', input: { path: '${tool_input.file_path}' } },
        ],
      },
    ],
  },
  'conditions by rule': {
    PreToolUse: [{ matcher: 'Bash', hooks: [command('x', { if: 'Bash(git push *)' }), command('y', { if: 'Bash(rm *)' })] }],
  },
};

it.each(Object.entries(SHAPES))('says nothing against %s', async (_name, hooks) => {
  const { diagnostics } = await checkSettings(
    { path: '/p/.claude/settings.json', scope: 'project', text: JSON.stringify({ hooks }) },
    (text) => text,
  );
  expect(diagnostics).toEqual([]);
});
