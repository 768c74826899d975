import { nearestName } from '../kernel/nearest-name';

/** Tools whose names a rule may use: this host's own and those of the ecosystem, whose settings files are shared. */
interface KnownTool {
  /** Scalar inputs that `Tool(param:value)` may test. */
  params: readonly string[];
  /** The field that has its own rule form and is therefore no parameter. */
  main?: string;
  specifier: 'path' | 'command' | 'domain' | 'name' | 'none';
  /** The tool whose rules are consulted for this one's paths. */
  governedBy?: 'Read' | 'Edit';
}

const none = { params: [], specifier: 'none' } as const;

export const KNOWN_TOOLS: ReadonlyMap<string, KnownTool> = new Map<string, KnownTool>([
  ['Bash', { params: ['timeout', 'description', 'run_in_background', 'dangerouslyDisableSandbox'], main: 'command', specifier: 'command' }],
  ['PowerShell', { params: ['timeout', 'description', 'run_in_background'], main: 'command', specifier: 'command' }],
  ['Monitor', { params: ['description', 'timeout_ms', 'persistent'], main: 'command', specifier: 'command' }],
  ['Read', { params: ['offset', 'limit', 'pages', 'allow_large'], main: 'file_path', specifier: 'path' }],
  ['Edit', { params: ['old_string', 'new_string', 'replace_all'], main: 'file_path', specifier: 'path' }],
  ['Write', { params: ['content'], main: 'file_path', specifier: 'path', governedBy: 'Edit' }],
  ['MultiEdit', { params: [], main: 'file_path', specifier: 'path', governedBy: 'Edit' }],
  [
    'NotebookEdit',
    { params: ['cell_id', 'new_source', 'cell_type', 'edit_mode'], main: 'notebook_path', specifier: 'path', governedBy: 'Edit' },
  ],
  ['Glob', { params: ['pattern'], main: 'path', specifier: 'path', governedBy: 'Read' }],
  [
    'Grep',
    {
      params: ['pattern', 'glob', 'type', 'output_mode', 'context', 'head_limit', 'offset', 'multiline'],
      main: 'path',
      specifier: 'path',
      governedBy: 'Read',
    },
  ],
  ['LSP', { params: [], specifier: 'none', governedBy: 'Read' }],
  ['WebFetch', { params: ['prompt', 'offset'], main: 'url', specifier: 'domain' }],
  ['WebSearch', { params: ['query'], specifier: 'none' }],
  ['Agent', { params: ['description', 'prompt', 'subagent_type', 'model', 'run_in_background', 'isolation', 'name'], specifier: 'name' }],
  ['Skill', { params: ['args'], main: 'skill', specifier: 'name' }],
  ['Cd', { params: [], specifier: 'path' }],
  ...[
    'AskUserQuestion',
    'TodoWrite',
    'BashOutput',
    'KillShell',
    'EnterPlanMode',
    'ExitPlanMode',
    'TaskCreate',
    'TaskUpdate',
    'TaskGet',
    'TaskList',
    'TaskStop',
    'TaskOutput',
    'ListMcpResourcesTool',
    'ReadMcpResourceTool',
    'ReadMcpResourceDirTool',
    'EnterWorktree',
    'ExitWorktree',
    'CronCreate',
    'CronDelete',
    'CronList',
    'ScheduleWakeup',
    'ToolSearch',
    'SendMessage',
    'ListAgents',
    'PushNotification',
    'ReportFindings',
    'Workflow',
    'Artifact',
    'EndConversation',
  ].map((name): [string, KnownTool] => [name, none]),
]);

/** `Task` is the older name of `Agent` and still accepted. */
export function canonicalToolName(name: string): string {
  return name === 'Task' ? 'Agent' : name;
}

/** The known tool that `name` was probably meant to be. */
export function suggestTool(name: string): string | undefined {
  return nearestName(name, KNOWN_TOOLS.keys());
}
