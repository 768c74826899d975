import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { HookOutput, HookRequest } from '../../core/hooks/hook-runner';
import { NO_OUTPUT, notRun } from '../../core/hooks/hook-runner';
import { sayRun } from '../../core/hooks/hook-run-words';
import { messageOf } from '../storage/system-error';
import { publicLookup } from '../web/public-lookup';
import { keepBeginning } from './bounded-stream';

const LOCAL_NAME = /^(?:.*\.)?localhost$/i;
const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/g;

/** Posts a hook's input and gives the answer as if a program had printed it. Never rejects. */
export async function postHook(given: HookRequest, env: Readonly<Record<string, string | undefined>>): Promise<HookOutput> {
  try {
    return await post(given, env);
  } catch (error) {
    // An address or a header that no request can carry, such as a line break in a value of the environment.
    return notRun(sayRun('not-sent', { said: messageOf(error) }));
  }
}

function post(given: HookRequest, env: Readonly<Record<string, string | undefined>>): Promise<HookOutput> {
  const { body, timeoutMs, maxBytes, signal } = given;
  return new Promise((resolve) => {
    let timedOut = false;
    const url = new URL(given.url);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = { ...withVariables(given, env), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    // Whoever means this machine says so: a name of somewhere else does not lead to it.
    const lookup = LOCAL_NAME.test(url.hostname) ? undefined : publicLookup;
    const request = send(url, { method: 'POST', headers, agent: false, lookup, signal }, (response) => {
      const kept = keepBeginning(response, maxBytes);
      response.on('data', () => {
        if (kept.cut()) response.destroy();
      });
      void kept.closed.then(() => {
        const status = response.statusCode ?? 0;
        const done = { ...NO_OUTPUT, stdout: kept.text(), bytes: kept.bytes(), cut: kept.cut(), timedOut, aborted: signal.aborted };
        end(
          status >= 200 && status < 300 ? { ...done, exitCode: 0 } : { ...notRun(sayRun('status', { status: String(status) })), ...done },
        );
      });
    });
    const timer = setTimeout(() => {
      timedOut = true;
      request.destroy();
    }, timeoutMs);
    const end = (output: HookOutput) => {
      clearTimeout(timer);
      resolve(output);
    };
    request.once('error', (error) => end({ ...notRun(sayRun('not-sent', { said: error.message })), timedOut, aborted: signal.aborted }));
    request.end(body);
  });
}

/** Only what the handler names is taken from the environment; anything else stays as it is written. */
function withVariables({ headers, variables }: HookRequest, env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const expand = (text: string) =>
    text.replace(VARIABLE, (whole, braced: string | undefined, plain: string | undefined) => {
      const name = braced ?? plain ?? '';
      return variables.includes(name) ? (env[name] ?? '') : whole;
    });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, expand(value)]));
}
