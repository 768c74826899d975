import type { ToolErrorKind } from '../../../shared/model/tool';
import { actionFromInput } from '../permission/action-from-input';
import { identityOf } from '../permission/server-names';
import type { PreparedCall, RegisteredTool, ToolContext, ToolOutcome } from '../tools/tool';
import { type CheckedInput, createInputCheck } from './check-input';
import type { OfferedTool } from './offer-tools';
import { needsPerson, wishedChars } from './tool-meta';
import { renderResult } from './render-result';
import type { ServerAccess } from './server-access';
import { ServerError, type ServerToolResult } from './server-connection';
import { tameSchema } from './tame-schema';

/** Estimated tokens of one result of a server that go to the model; the rest is kept and can be read. */
export const MOST_TOKENS = 25_000;
/** No text has fewer characters to a token. */
const MOST_CHARS = 400_000;

/** A tool of a server as the loop runs it. What the server says of its effects is a hint, and never makes anything more permissive. */
export function createServerTool(offered: OfferedTool, access: ServerAccess): RegisteredTool {
  const { name, description, inputSchema, given } = offered;
  const resultChars = wishedChars(given);
  const check = createInputCheck(name, tameSchema(given.inputSchema)?.schema ?? {});
  return {
    name,
    description,
    inputSchema,
    errors: ['invalid-input', 'failed', 'timeout', 'cancelled', 'unavailable'],
    sideEffect: given.annotations?.['destructiveHint'] === true ? 'destructive' : 'execute',
    resultBound: MOST_CHARS,
    resultTokens: MOST_TOKENS,
    ...(resultChars === undefined ? {} : { resultChars }),
    get timeoutMs() {
      return access.timeoutOf(offered.server);
    },
    runsIn: 'host',
    idempotent: false,
    auditFields: Object.keys(inputSchema['properties'] ?? {}).slice(0, 20),
    late: true,
    server: identityOf(offered),
    parse(input) {
      const checked = check(input);
      return checked.ok ? { ok: true, prepared: prepareCall(offered, checked, access) } : checked;
    },
  };
}

function prepareCall(offered: OfferedTool, { input, unchecked }: CheckedInput, access: ServerAccess): PreparedCall {
  const note = unchecked === true ? ', whose schema was not looked at: it cannot be read here' : '';
  return {
    async describe({ folder, files }) {
      return {
        ...(await actionFromInput(offered.name, input, folder, files)),
        server: identityOf(offered),
        ...(needsPerson(offered.given) ? { needsPerson: true } : {}),
        summary: `Call ${offered.tool} of the MCP server ${offered.server}${note}`,
        preview: { type: 'text', text: JSON.stringify(input, undefined, 2) },
      };
    },
    run: (context) => runServerTool(offered, input, access, context),
  };
}

async function runServerTool(
  offered: OfferedTool,
  input: Readonly<Record<string, unknown>>,
  access: ServerAccess,
  { session, item, agent, asideModel, questionHooks, signal, onOutput }: ToolContext,
): Promise<ToolOutcome> {
  try {
    const result = await access.call(
      offered,
      input,
      { session, item, agent, asideModel, questionHooks },
      {
        signal,
        timeoutMs: access.timeoutOf(offered.server),
        onProgress: ({ progress, total, message }) => onOutput(`${describeProgress(progress, total, message)}\n`),
      },
    );
    return outcomeOf(offered, result);
  } catch (error) {
    if (error instanceof ServerError) return failureOf(offered, error, signal);
    throw error;
  }
}

function describeProgress(progress: number, total: number | undefined, message: string | undefined): string {
  return `${total === undefined ? progress : `${progress}/${total}`}${message === undefined ? '' : ` ${message.slice(0, 500)}`}`;
}

function outcomeOf({ server, tool }: OfferedTool, result: ServerToolResult): ToolOutcome {
  const content = renderResult(result);
  const text = typeof content === 'string' ? content : content.map((block) => ('text' in block ? String(block['text']) : '')).join('\n');
  const images = typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length;
  const display = { type: 'server' as const, server, tool, chars: text.length, images };
  if (result.isError) return { ok: false, kind: 'failed', message: text.trim() === '' ? `${tool} failed without words.` : text, display };
  return { ok: true, content, display };
}

const KINDS: Readonly<Record<ServerError['kind'], ToolErrorKind>> = {
  'cannot-start': 'unavailable',
  'cannot-reach': 'unavailable',
  'timed-out': 'timeout',
  aborted: 'cancelled',
  closed: 'unavailable',
  malformed: 'failed',
  refused: 'failed',
  'needs-auth': 'unavailable',
};
/** JSON-RPC: the parameters are not what the server takes. */
const INVALID_PARAMS = -32_602;

function failureOf({ server, tool }: OfferedTool, { kind, message, code }: ServerError, signal: AbortSignal): ToolOutcome {
  const mended = signal.aborted ? 'cancelled' : code === INVALID_PARAMS ? 'invalid-input' : KINDS[kind];
  return { ok: false, kind: mended, message: `${tool} of the server ${server} gave no result (${kind}): ${message}` };
}
