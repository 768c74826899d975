import { z } from 'zod';
import { cutEnd } from '../../../shared/text/cut-text';
import type { HookOutput } from '../../core/hooks/hook-runner';
import { ServerError } from '../../core/mcp/server-connection';
import type { SessionPolicy } from '../../core/permission/create-policy';
import { redactKnownSecrets } from '../../core/secrets/redact';
import { createHookRights } from '../hooks/hook-rights';
import type { HostPorts } from '../host-ports';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 65_536;
/** Characters of its error output that are quoted. */
const MOST_QUOTED = 300;

const headersSchema = z.record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/), z.string().regex(/^[^\r\n\0]*$/));

export interface HeadersHelper {
  command: string;
  server: string;
  url: string;
  folder: string;
  /** Of the sandbox that it runs in. */
  session: string;
  /** Ends it. */
  signal: AbortSignal;
}

/**
 * The headers that the command of an entry prints as JSON, isolated as the commands of hooks are. What it prints goes nowhere but into
 * requests to the server. Rejects with a `ServerError`.
 */
export async function readHelperHeaders(
  ports: Pick<HostPorts, 'files' | 'personHome' | 'hooks'>,
  policy: SessionPolicy,
  { command, server, url, folder, session, signal }: HeadersHelper,
): Promise<Record<string, string>> {
  const isolation = await createHookRights(ports, policy, session).isolate?.(command);
  if (isolation !== undefined && 'refused' in isolation)
    throw new ServerError('cannot-start', `its headersHelper must not run: ${isolation.refused}`);
  const output = await ports.hooks.start({
    command,
    cwd: folder,
    env: { CLAUDE_PROJECT_DIR: folder, CLAUDE_CODE_MCP_SERVER_NAME: server, CLAUDE_CODE_MCP_SERVER_URL: url },
    input: '',
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    signal,
    ...(isolation?.sandbox === undefined ? {} : { sandbox: isolation.sandbox }),
  }).result;
  if (output.aborted) throw new ServerError('aborted', 'its start was given up');
  const problem = problemOf(output);
  if (problem !== undefined) throw new ServerError('cannot-start', `its headersHelper ${problem}`, output.exitCode);
  const headers = headersSchema.safeParse(readJson(output.stdout));
  if (!headers.success) throw new ServerError('cannot-start', 'its headersHelper printed no JSON object of headers');
  return headers.data;
}

function problemOf({ failure, timedOut, signal, exitCode, stderr, cut }: HookOutput): string | undefined {
  if (timedOut) return `took longer than ${TIMEOUT_MS / 1000} s`;
  if (failure !== undefined) return `could not be run: ${failure}`;
  if (cut) return 'printed too much';
  if (exitCode === 0) return undefined;
  const said = cutEnd(redactKnownSecrets(stderr).text.trim(), MOST_QUOTED);
  return `ended with ${exitCode === undefined ? signal : `exit code ${exitCode}`}${said === '' ? '' : `: ${said}`}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
