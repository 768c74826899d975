import { isAbsolute, join } from 'node:path/posix';
import type { Action } from '../../../shared/model/permission';
import { isRecord } from '../kernel/is-record';
import type { FileSystem } from '../ports';
import { findFileArguments } from '../secrets/find-file-arguments';
import { scalarParams } from '../tools/scalar-params';
import { canonicalToolName, KNOWN_TOOLS } from './known-tools';

const PATH_FIELDS = ['file_path', 'notebook_path', 'path'];

/**
 * The action of a call as far as its raw input tells: for tools of servers, sub-agents and skills, and for an input that the
 * tool itself refuses. Never rejects.
 */
export async function actionFromInput(tool: string, input: unknown, folder: string, files: FileSystem): Promise<Action> {
  const name = canonicalToolName(tool);
  const params = isRecord(input) ? scalarParams(input) : {};
  const known = KNOWN_TOOLS.get(name);
  const action: Action = { tool: name, capability: capabilityOf(name), paths: [], params, summary: `${name} with the input given` };
  if (known?.specifier === 'path') {
    const given = PATH_FIELDS.map((field) => params[field]).find((value) => typeof value === 'string');
    const asked = typeof given === 'string' ? (isAbsolute(given) ? given : join(folder, given)) : folder;
    const resolved = await files.realpath(asked).catch(() => asked);
    action.paths = [resolved];
    if (resolved !== asked) action.asked = [asked];
  }
  if (name.startsWith('mcp__')) action.paths = await resolveAll(findFileArguments(input), folder, files);
  if (known?.specifier === 'command' && typeof params['command'] === 'string') action.command = params['command'];
  if (known?.specifier === 'domain' && typeof params['url'] === 'string') action.url = params['url'];
  return action;
}

async function resolveAll(paths: readonly string[], folder: string, files: FileSystem): Promise<string[]> {
  const absolute = paths.map((path) => (isAbsolute(path) ? path : join(folder, path)));
  const resolved = await Promise.all(absolute.map((path) => files.realpath(path).catch(() => path)));
  return [...new Set([...absolute, ...resolved])];
}

function capabilityOf(tool: string): Action['capability'] {
  if (tool.startsWith('mcp__')) return 'mcp';
  const known = KNOWN_TOOLS.get(tool);
  if (tool === 'AskUserQuestion') return 'ask-user';
  if (tool === 'TodoWrite' || tool === 'EnterPlanMode' || tool === 'ExitPlanMode') return 'plan';
  if (tool === 'Agent' || tool === 'Skill') return tool === 'Agent' ? 'agent' : 'skill';
  if (tool === 'Grep' || tool === 'Glob') return 'search';
  if (tool === 'Read') return 'read';
  if (tool === 'WebFetch' || tool === 'WebSearch') return 'network';
  return known?.specifier === 'path' ? 'write' : 'execute';
}
