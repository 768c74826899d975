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

/** What hides in a text what looks like a secret, and the secrets that a server was given. */
export function hiderOf(given: readonly string[], redact: LinkParts['redact']): LinkParts['redact'] {
  const secrets = given.filter((value) => value.length >= SHORTEST);
  return (text) => redact(secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text));
}

/** The trace of a server, without what looks like a secret, and without the secrets that it was given. */
export function traceOf(
  { onTrace }: ServerHandlers,
  given: readonly string[],
  { clock, parser, redact }: Pick<LinkParts, 'clock' | 'parser' | 'redact'>,
): MessageTrace {
  return createMessageTrace({ clock, held: parser.held, redact: hiderOf(given, redact), onTrace });
}
