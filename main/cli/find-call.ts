import { CodedError } from '../../shared/model/failure';
import { MAIN_AGENT } from '../../shared/model/main-agent';
import type { CallSpine } from '../../shared/model/session';
import { UsageError } from './usage-error';

/** `3` or `last` of the main agent; `AGENT:3` or `AGENT:last` of a sub-agent. Rejects what names no call. */
export function findCall(calls: readonly CallSpine[], wanted: string): CallSpine {
  const colon = wanted.lastIndexOf(':');
  const agent = colon === -1 ? MAIN_AGENT : wanted.slice(0, colon);
  const number = wanted.slice(colon + 1);
  if (number !== 'last' && !/^[1-9]\d*$/.test(number)) throw new UsageError(`${wanted} is no call: give its number, last, or AGENT:NUMBER`);
  const own = calls.filter((call) => call.agent === agent || (agent !== MAIN_AGENT && call.agent.endsWith(`/${agent}`)));
  const found = number === 'last' ? own[own.length - 1] : own.find((call) => call.number === Number(number));
  if (found === undefined)
    throw new CodedError(
      'not-found',
      `no call ${wanted}: ${own.length === 0 ? 'there are none' : `the last is ${own[own.length - 1]?.number}`}`,
    );
  return found;
}
