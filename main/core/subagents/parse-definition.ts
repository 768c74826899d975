import { z } from 'zod';
import { modeSchema } from '../../../shared/model/mode';
import type { Diagnostic } from '../../../shared/model/permission';
import { agentColorSchema } from '../../../shared/model/agent-color';
import type { DefinitionScope } from '../../../shared/model/agent-node';
import { effortSchema } from '../../../shared/model/effort';
import { SAMPLE_DESCRIPTIONS } from '../../../shared/model/sample-descriptions';
import { plainLine } from '../../../shared/text/plain-line';
import { BAD_NAME } from '../kernel/bad-name';
import { editDistance } from '../kernel/edit-distance';
import { sayFile } from '../kernel/file-words';
import type { SaidByKey } from '../kernel/say-words';
import { readFrontmatter } from '../skills/read-frontmatter';
import { sayAgent } from './agent-words';
import type { AgentDefinition } from './definition';

const list = z
  .union([z.string().transform((text) => text.split(/,(?![^(]*\))/)), z.array(z.string())])
  .transform((names) => names.map((name) => name.trim()).filter((name) => name !== ''));
const flag = z.union([
  z.boolean(),
  z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.stringbool({ truthy: ['yes', 'on', '1', 'true'], falsy: ['no', 'off', '0', 'false'] })),
]);

const ownServers = z.record(z.string().min(1), z.record(z.string(), z.unknown()));
/** A list of names and of servers with their configuration, or these servers alone. */
const servers = z
  .union([list, z.array(z.union([z.string().min(1), ownServers])), ownServers])
  .transform((given) => (Array.isArray(given) ? given : [given]))
  .transform((entries) => ({
    names: entries.flatMap((entry) => (typeof entry === 'string' ? [entry] : [])),
    inline: entries.flatMap((entry) => (typeof entry === 'string' ? [] : Object.keys(entry))),
  }));

/** What each key may hold. `null` (a key without a value) counts as absent. */
const KEYS = {
  tools: list,
  disallowedTools: list,
  model: z.string().min(1),
  permissionMode: z.preprocess((mode) => (mode === 'manual' ? 'default' : mode), modeSchema),
  maxTurns: z.coerce.number().int().positive(),
  skills: list,
  mcpServers: servers,
  hooks: z.record(z.string(), z.unknown()),
  memory: z.enum(['user', 'project', 'local']),
  background: flag,
  effort: effortSchema,
  isolation: z.literal('worktree'),
  color: agentColorSchema,
  initialPrompt: z.string(),
  omitClaudeMd: flag,
  experimental: z.record(z.string(), z.unknown()),
} as const;
type Key = keyof typeof KEYS;
const ALL_KEYS = ['name', 'description', ...Object.keys(KEYS)];

const PLAIN_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/i;

export interface ParsedDefinition {
  /** Absent: the file defines no agent, and a diagnostic says why. */
  definition?: AgentDefinition;
  diagnostics: Diagnostic[];
}

/** Reads a definition. What cannot be used of it is left out and reported with its line; only a name and a description must be there. */
export async function parseDefinition(text: string, file: string, scope: DefinitionScope): Promise<ParsedDefinition> {
  const front = await readFrontmatter(text.replace(/\r\n/g, '\n'));
  const { data, lines } = front;
  const diagnostics: Diagnostic[] = [];
  const report = (code: string, severity: Diagnostic['severity'], said: SaidByKey, line: number, suggestion?: string): void => {
    diagnostics.push({ code, severity, ...said, file, line, ...(suggestion === undefined ? {} : { suggestion }) });
  };
  const lineOf = (key: string): number => lines[key]?.start ?? 1;
  const skip = (said: SaidByKey, line: number): ParsedDefinition => {
    diagnostics.push({ code: 'invalid-agent', severity: 'warning', ...said, file, line });
    return { diagnostics };
  };

  if (front.problem !== undefined)
    return skip(sayAgent(front.problem.kind ?? 'no-yaml', { said: front.problem.message }), front.problem.line);
  if (front.loose !== undefined) report('frontmatter-loose', 'info', sayFile('loose'), front.loose.line);
  if (Object.keys(data).length === 0) return skip(sayAgent('no-head'), 1);
  const { name, description } = data;
  if (typeof name !== 'string' || name.trim() === '') return skip(sayAgent('no-name'), lineOf('name'));
  if (BAD_NAME.test(name)) return skip(sayAgent('bad-name', { name: plainLine(name) }), lineOf('name'));
  if (typeof description !== 'string' || description.trim() === '') return skip(sayAgent('no-description'), lineOf('description'));
  if (SAMPLE_DESCRIPTIONS.has(description.trim())) report('agent-sample', 'warning', sayAgent('sample'), lineOf('description'));
  if (!PLAIN_NAME.test(name)) report('agent-name', 'info', sayAgent('unusual-name', { name }), lineOf('name'));

  const read = <T>(key: Key, schema: z.ZodType<T>): T | undefined => {
    const value = data[key];
    if (value === undefined || value === null) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    report('agent-value', 'warning', sayAgent('value', { key, value: JSON.stringify(value).slice(0, 80) }), lineOf(key));
    return undefined;
  };
  for (const key of Object.keys(data).filter((known) => !ALL_KEYS.includes(known))) {
    const near = ALL_KEYS.find((known) => editDistance(known.toLowerCase(), key.toLowerCase()) <= 2);
    report('agent-key', 'info', sayAgent('key', { key }), lineOf(key), near);
  }
  if (front.body.trim() === '') report('agent-prompt', 'info', sayAgent('no-prompt'), front.bodyLine);

  if (read('initialPrompt', KEYS.initialPrompt) !== undefined)
    report('agent-initial-prompt', 'info', sayAgent('initial-prompt'), lineOf('initialPrompt'));

  const asked = read('mcpServers', KEYS.mcpServers);
  const lineOfServer = (server: string): number => {
    const { start, end } = lines['mcpServers'] ?? { start: 1, end: 1 };
    const listed = text.split(/\r?\n/).slice(start - 1, end);
    const index = listed.findIndex((line) => line.includes(server));
    return index === -1 ? start : start + index;
  };
  for (const server of asked?.inline ?? []) {
    report('agent-server-inline', 'warning', sayAgent('server-inline', { server }), lineOfServer(server));
  }
  const isInlineOnly = asked?.names.length === 0 && asked.inline.length > 0;
  const mcpServers = (isInlineOnly ? undefined : asked?.names)?.map((server) => ({ name: server, line: lineOfServer(server) }));

  const tools = read('tools', KEYS.tools);
  const spawns = tools?.flatMap(
    (entry) =>
      /^(?:Agent|Task)\((.+)\)$/s
        .exec(entry)?.[1]
        ?.split(',')
        .map((type) => type.trim()) ?? [],
  );
  if (spawns?.includes(name)) report('agent-starts-itself', 'warning', sayAgent('starts-itself', { name }), lineOf('tools'));
  const mode = read('permissionMode', KEYS.permissionMode);
  const maxTurns = read('maxTurns', KEYS.maxTurns);
  const model = read('model', KEYS.model);
  const memory = read('memory', KEYS.memory);
  const isolation = read('isolation', KEYS.isolation);
  const color = read('color', KEYS.color);
  const effort = read('effort', KEYS.effort);
  const hooks = read('hooks', KEYS.hooks);
  return {
    diagnostics,
    definition: {
      name,
      // Written on one line, as the tools of the ecosystem do.
      description: description.replace(/\\n/g, '\n').trim(),
      prompt: front.body.trim(),
      source: {
        scope,
        file,
        line: lines['tools']?.start ?? lines['disallowedTools']?.start ?? lineOf('name'),
        bodyLine: front.bodyLine + blankLinesBefore(front.body),
        descriptionLines: lines['description'] ?? { start: 1, end: 1 },
      },
      ...(tools === undefined ? {} : { tools }),
      ...(spawns === undefined || spawns.length === 0 ? {} : { spawns }),
      disallowedTools: read('disallowedTools', KEYS.disallowedTools) ?? [],
      ...(model === undefined ? {} : { model }),
      ...(mode === undefined ? {} : { mode }),
      ...(maxTurns === undefined ? {} : { maxTurns }),
      skills: read('skills', KEYS.skills) ?? [],
      ...(mcpServers === undefined ? {} : { mcpServers }),
      ...(hooks === undefined ? {} : { hooks }),
      ...(memory === undefined ? {} : { memory }),
      background: read('background', KEYS.background) ?? false,
      ...(isolation === undefined ? {} : { isolation }),
      ...(color === undefined ? {} : { color }),
      ...(effort === undefined ? {} : { effort: { level: effort, line: lineOf('effort') } }),
      omits: { memory: read('omitClaudeMd', KEYS.omitClaudeMd) ?? false, vcs: false },
    },
  };
}

function blankLinesBefore(body: string): number {
  return body.slice(0, body.length - body.trimStart().length).split('\n').length - 1;
}
