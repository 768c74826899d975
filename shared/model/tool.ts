import { z } from 'zod';
import { agentStateSchema } from './agent-state';
import { partRefSchema } from './part';

export const sideEffectSchema = z.enum(['none', 'read', 'write', 'execute', 'network', 'destructive']);
export type SideEffect = z.infer<typeof sideEffectSchema>;

/** The states of a tool call. The last four are final. */
export const toolStateSchema = z.enum(['validating', 'awaiting-approval', 'executing', 'success', 'error', 'denied', 'cancelled']);
export type ToolState = z.infer<typeof toolStateSchema>;

/** A file that a tool wrote, with what undo needs. `before` is the name of a saved copy; without it the file was created. */
export const fileChangeSchema = z.object({
  path: z.string(),
  before: z.string().optional(),
  /** SHA-256 (hex) of the bytes that the tool left behind: undo refuses when the file is no longer this. */
  afterHash: z.string(),
  /** How many bytes it wrote. Absent in older logs. */
  bytes: z.number().int().optional(),
  added: z.number().int(),
  removed: z.number().int(),
  /** Unified diff, stored as a JSON string part. */
  patch: partRefSchema,
});
export type FileChange = z.infer<typeof fileChangeSchema>;

/** What the interface shows of a finished call beyond its text result. */
export const toolDisplaySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('file'),
    path: z.string(),
    startLine: z.number().int(),
    endLine: z.number().int(),
    totalLines: z.number().int(),
    /** SHA-256 (hex) of the whole file as read: Edit and Write compare against it. */
    hash: z.string(),
  }),
  z.object({ type: z.literal('change'), change: fileChangeSchema }),
  z.object({
    type: z.literal('shell'),
    exitCode: z.number().int().optional(),
    signal: z.string().optional(),
    timedOut: z.boolean(),
    /** Id of a background command: BashOutput pages its output, KillShell and `shell.stop` end it. */
    background: z.string().optional(),
    /** Name of the spilled whole output, where it went over the bound. Of a background command always; the file comes with its first output. */
    spill: z.string().optional(),
    outputBytes: z.number().int(),
    cwd: z.string(),
    /** Hosts that it reached through the sandbox, as `host:port`. */
    hosts: z.array(z.string()).optional(),
    refusedHosts: z.array(z.string()).optional(),
  }),
  z.object({ type: z.literal('matches'), count: z.number().int(), truncated: z.boolean() }),
  z.object({ type: z.literal('todos'), todos: z.array(z.object({ content: z.string(), status: z.string(), activeForm: z.string() })) }),
  z.object({ type: z.literal('answers'), answers: z.array(z.object({ question: z.string(), answer: z.string() })) }),
  z.object({
    type: z.literal('fetch'),
    url: z.string(),
    status: z.number().int(),
    bytes: z.number().int(),
    redirectedTo: z.string().optional(),
  }),
  /** Tools whose definitions the model asked for, by their names. */
  z.object({ type: z.literal('tools'), names: z.array(z.string()) }),
  /** A call of a server's tool. `chars`: of the whole result. */
  z.object({ type: z.literal('server'), server: z.string(), tool: z.string(), chars: z.number().int(), images: z.number().int() }),
  z.object({
    type: z.literal('agent'),
    agent: z.string(),
    state: agentStateSchema,
    /** Tokens that it used, and what of them came back; absent while it runs in the background. */
    spent: z.number().optional(),
    returned: z.number().optional(),
    /** Untrusted text that it read, and what of it is surely foreign. */
    untrusted: z.array(z.string()),
    foreign: z.array(z.string()),
  }),
]);
export type ToolDisplay = z.infer<typeof toolDisplaySchema>;

/** How a background command stands. */
export const commandStateSchema = z.object({
  running: z.boolean(),
  exitCode: z.number().int().optional(),
  signal: z.string().optional(),
  timedOut: z.boolean(),
  /** It was ended by the person, by KillShell, or with its session. */
  stopped: z.boolean(),
});
export type CommandState = z.infer<typeof commandStateSchema>;

/** Kinds of tool error that the model can mend; anything else stops the turn. */
export const toolErrorKindSchema = z.enum([
  'invalid-input',
  'unparsable-input',
  'truncated-input',
  'unknown-tool',
  'not-found',
  'not-a-file',
  'not-unique',
  'no-match',
  'already-done',
  'changed-since-read',
  'not-read',
  'encoding',
  'too-large',
  'timeout',
  'failed',
  'denied',
  'rejected',
  'corrected',
  'cancelled',
  'interrupted',
  'unavailable',
]);
export type ToolErrorKind = z.infer<typeof toolErrorKindSchema>;
