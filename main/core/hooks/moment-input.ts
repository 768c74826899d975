import { basename } from 'node:path/posix';
import { hookEvent, type HookEventName } from './hook-events';

/** What matchers of an event are compared with, as its input has it. */
export function aboutInput(event: HookEventName, input: Readonly<Record<string, unknown>>): string | undefined {
  const { matches } = hookEvent(event);
  const text = (key: string) => (typeof input[key] === 'string' ? input[key] : undefined);
  switch (matches) {
    case undefined:
      return undefined;
    case 'tool':
      return text('tool_name');
    case 'source':
      return text('source');
    case 'reason':
      return text('load_reason') ?? text('reason');
    case 'command':
      return text('command_name');
    case 'agent':
      return text('agent_type');
    case 'kind':
      return text('notification_type');
    case 'server':
      return text('mcp_server_name');
    case 'error':
      return text('error');
    case 'file': {
      const path = text('file_path');
      return path === undefined ? undefined : basename(path);
    }
  }
}

/** Fields of an event as this host gives them, for trying hooks out. */
export function sampleInput(event: HookEventName, folder: string): Record<string, unknown> {
  const call = {
    tool_name: 'Write',
    tool_input: { file_path: `${folder}/example.ts`, content: 'export const one = 1;\n' },
    tool_use_id: 'toolu_sample',
  };
  const samples: Partial<Record<HookEventName, Record<string, unknown>>> = {
    SessionStart: { source: 'startup', model: 'anthropic/sample' },
    UserPromptSubmit: { prompt: 'Add a test for the parser.' },
    UserPromptExpansion: { expansion_type: 'slash_command', command_name: 'review', command_args: '', prompt: '/review' },
    PreSkillShellCommand: {
      tool_name: 'Bash',
      tool_input: { command: 'git status --short' },
      tool_use_id: 'toolu_sample',
      command_name: 'commit',
      invoked_by: 'user',
    },
    PreToolUse: call,
    PermissionRequest: { ...call, permission_suggestions: [] },
    PostToolUse: { ...call, tool_response: 'The file was written.', duration_ms: 12 },
    PostToolUseFailure: { ...call, error: 'The file could not be written.', is_interrupt: false, duration_ms: 12 },
    PostToolBatch: { tool_calls: [call] },
    Stop: { stop_hook_active: false, last_assistant_message: 'The test is there and passes.' },
    SubagentStart: { agent_id: 'main/explore-1', agent_type: 'explore' },
    SubagentStop: { agent_id: 'main/explore-1', agent_type: 'explore', stop_hook_active: false, last_assistant_message: 'Found it.' },
    StopFailure: { error: 'overloaded', error_details: 'The provider is overloaded.' },
    Notification: { notification_type: 'permission_prompt', message: 'Run: npm publish' },
    InstructionsLoaded: { file_path: `${folder}/CLAUDE.md`, memory_type: 'instructions', load_reason: 'session_start' },
    ConfigChange: { source: 'project_settings', file_path: `${folder}/.claude/settings.json` },
    CwdChanged: { old_cwd: folder, new_cwd: `${folder}/src` },
    FileChanged: { file_path: `${folder}/package.json`, event: 'change' },
    PreModelSwitch: { from_model: 'anthropic/one', to_model: 'anthropic/two', requested_model: 'anthropic/two', source: 'user' },
    PostModelSwitch: { from_model: 'anthropic/one', to_model: 'anthropic/two', requested_model: 'anthropic/two', source: 'user' },
    WorktreeCreate: { name: 'explore-1' },
    WorktreeRemove: { worktree_path: `${folder}/.claude/worktrees/explore-1` },
    Elicitation: {
      mcp_server_name: 'issues',
      mode: 'form',
      message: 'Which project?',
      requested_schema: { type: 'object', properties: { project: { type: 'string' } } },
    },
    ElicitationResult: { mcp_server_name: 'issues', mode: 'form', action: 'accept', content: { project: 'orchard' } },
    SessionEnd: { reason: 'other' },
  };
  return samples[event] ?? {};
}
