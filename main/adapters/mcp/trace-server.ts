import type { ServerHandlers } from '../../core/mcp/server-connection';
import { createValueHider } from '../../core/secrets/hide-values';
import type { LinkParts } from './link';
import { createMessageTrace, type MessageTrace } from './message-trace';

/** What hides in a text what looks like a secret, and the secrets that a server was given. */
export function hiderOf(given: readonly string[], redact: LinkParts['redact']): LinkParts['redact'] {
  const hide = createValueHider(given);
  return (text) => redact(hide(text));
}

/**
 * The trace of a server, without what looks like a secret, and without the secrets that it was given. What of a message was left out is told
 * in the server's log.
 */
export function traceOf(
  { onTrace, onLog }: ServerHandlers,
  given: readonly string[],
  { clock, parser, redact }: Pick<LinkParts, 'clock' | 'parser' | 'redact'>,
): MessageTrace {
  const { held } = parser;
  const trace = createMessageTrace({ clock, held, redact: hiderOf(given, redact), onTrace });
  return {
    ...trace,
    received(message, bytes) {
      trace.received(message, bytes);
      const leftOut = held.leftOutOfMessage(message);
      if (leftOut > 0) onLog(ownWarning(`a message had ${leftOut} entries more than is read of one; they were left out`));
    },
  };
}

/** What this host has to say in the log of a server. */
export function ownWarning(data: string): Parameters<ServerHandlers['onLog']>[0] {
  return { level: 'warning', logger: 'vitrine', data };
}
