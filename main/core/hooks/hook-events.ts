import type { HookType } from '../../../shared/model/hook-run';

/** What a block (exit 2, `decision: "block"`) does at an event; `nothing`: it is shown and has no effect. */
export type BlockEffect = 'denies' | 'blocks' | 'goes-on' | 'to-model' | 'nothing';

export interface HookEvent {
  /** What matchers are compared with; undefined: matchers are ignored. */
  matches?: 'tool' | 'source' | 'reason' | 'command' | 'agent' | 'kind' | 'file' | 'error' | 'server';
  /** The values that a matcher can meet, where they are a closed list. */
  values?: readonly string[];
  /** Those of them that this host never has. */
  silent?: readonly string[];
  types: readonly HookType[];
  block: BlockEffect;
  /** `if` is evaluated here. */
  tests: boolean;
  /** Plain text on stdout goes to the model. */
  plainToModel?: true;
  /** Default time limit in seconds where it is not the one of the handler's type. */
  seconds?: number;
  /** False: the ecosystem has the event, and this host never has the moment. */
  fires: boolean;
}

const ALL: readonly HookType[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];
const PLAIN: readonly HookType[] = ['command', 'http', 'mcp_tool'];
const EARLY: readonly HookType[] = ['command', 'mcp_tool'];
const tool = { matches: 'tool', types: ALL, tests: true, fires: true } as const;
const quiet = { types: PLAIN, block: 'nothing', tests: false, fires: true } as const;
const never = { types: ALL, block: 'nothing', tests: false, fires: false } as const;

/** Every event of the ecosystem (reference: claude-code-conventions 5.2), and what this host makes of it. */
export const HOOK_EVENTS = {
  SessionStart: {
    ...quiet,
    types: EARLY,
    matches: 'source',
    values: ['startup', 'resume', 'clear', 'compact', 'fork'],
    silent: ['clear', 'compact'],
    plainToModel: true,
  },
  UserPromptSubmit: { types: ALL, block: 'blocks', tests: false, plainToModel: true, seconds: 30, fires: true },
  UserPromptExpansion: { types: ALL, matches: 'command', block: 'blocks', tests: false, plainToModel: true, fires: true },
  PreSkillShellCommand: { ...tool, tests: false, block: 'denies' },
  PreToolUse: { ...tool, block: 'denies' },
  PermissionRequest: { ...tool, block: 'nothing' },
  PostToolUse: { ...tool, block: 'to-model' },
  PostToolUseFailure: { ...tool, block: 'to-model' },
  PostToolBatch: { types: ALL, block: 'blocks', tests: false, fires: true },
  Stop: { types: ALL, block: 'goes-on', tests: false, fires: true },
  StopFailure: { ...quiet, matches: 'error' },
  SubagentStart: { ...quiet, matches: 'agent' },
  SubagentStop: { types: ALL, matches: 'agent', block: 'goes-on', tests: false, fires: true },
  Notification: {
    ...quiet,
    matches: 'kind',
    values: [
      'permission_prompt',
      'idle_prompt',
      'auth_success',
      'elicitation_dialog',
      'elicitation_url_dialog',
      'elicitation_complete',
      'elicitation_response',
      'agent_needs_input',
      'agent_completed',
    ],
    silent: ['auth_success', 'elicitation_complete'],
  },
  InstructionsLoaded: {
    ...quiet,
    matches: 'reason',
    values: ['session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'],
    silent: ['include', 'compact'],
  },
  ConfigChange: {
    ...quiet,
    matches: 'source',
    values: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
    silent: ['policy_settings', 'skills'],
  },
  CwdChanged: quiet,
  FileChanged: { ...quiet, matches: 'file' },
  PreModelSwitch: { ...quiet, block: 'blocks', seconds: 30 },
  PostModelSwitch: { ...quiet, plainToModel: true, seconds: 30 },
  WorktreeCreate: { ...quiet, block: 'blocks' },
  WorktreeRemove: quiet,
  Elicitation: { ...quiet, matches: 'server', block: 'denies' },
  ElicitationResult: { ...quiet, matches: 'server', block: 'denies' },
  SessionEnd: {
    ...quiet,
    matches: 'reason',
    values: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
    silent: ['clear', 'resume', 'logout', 'prompt_input_exit'],
    seconds: 1.5,
  },
  Setup: { ...never, types: EARLY },
  PermissionDenied: { ...never, matches: 'tool', tests: true },
  MessageDisplay: never,
  TaskCreated: never,
  TaskCompleted: never,
  TeammateIdle: never,
  PreCompact: never,
  PostCompact: never,
  DirectoryAdded: never,
} as const satisfies Record<string, HookEvent>;

export type HookEventName = keyof typeof HOOK_EVENTS;

export function isHookEvent(name: string): name is HookEventName {
  return Object.hasOwn(HOOK_EVENTS, name);
}

export function hookEvent(name: HookEventName): HookEvent {
  return HOOK_EVENTS[name];
}

/** Default time limits by type of handler, in seconds. */
export const HOOK_SECONDS: Readonly<Record<HookType, number>> = { command: 600, http: 600, mcp_tool: 600, prompt: 30, agent: 60 };
