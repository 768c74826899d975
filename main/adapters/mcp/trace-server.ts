import type { ServerHandlers } from '../../core/mcp/server-connection';
import { withoutSecretVariables } from '../shell/secret-variables';
import type { LinkParts } from './link';
import { createMessageTrace, type MessageTrace } from './message-trace';

/** Shorter values are words that may stand anywhere. */
const SHORTEST = 8;

/** The values of an environment that are secrets by their names. */
export function secretValues(given: Readonly<Record<string, string>>): string[] {
  const plain = withoutSecretVariables(given);
  return Object.entries(given).flatMap(([name, value]) => (name in plain ? [] : [value]));
}

/** The trace of a server, without what looks like a secret, and without the secrets that it was given. */
export function traceOf(
  { onTrace }: ServerHandlers,
  given: readonly string[],
  { clock, parser, redact }: Pick<LinkParts, 'clock' | 'parser' | 'redact'>,
): MessageTrace {
  const secrets = given.filter((value) => value.length >= SHORTEST);
  const hide = (text: string) => redact(secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text));
  return createMessageTrace({ clock, held: parser.held, redact: hide, onTrace });
}
