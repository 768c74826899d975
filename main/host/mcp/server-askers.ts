import type { ServerRequest } from '../../../shared/model/mcp';
import type { ServerCaller } from '../../core/mcp/server-access';
import type { ElicitAnswer, ServerHandlers } from '../../core/mcp/server-connection';
import type { HostServices } from '../host-services';
import type { ServerRequests } from './server-requests';

export interface AskingServer {
  folder: string;
  server: string;
  /** Calls that run now. */
  callers(): Iterable<ServerCaller>;
}

/** What a server may ask of the person. Nobody is asked where nobody could answer: then it is not offered to the server either. */
export function createAskers(
  services: Pick<HostServices, 'ports'>,
  requests: ServerRequests,
  { folder, server, callers }: AskingServer,
): Pick<ServerHandlers, 'elicit'> {
  const { ports } = services;
  if (ports.invocation?.interactive === false || ports.shellKind === 'run') return {};
  const asked = (): Pick<ServerRequest, 'request' | 'folder' | 'server' | 'at' | 'session'> => {
    const session = sessionOf(callers());
    return {
      request: ports.ids.next('req'),
      folder,
      server,
      at: new Date(ports.clock.now()).toISOString(),
      ...(session === undefined ? {} : { session }),
    };
  };
  return {
    async elicit(request, signal): Promise<ElicitAnswer> {
      const { message } = request;
      const answer = await requests.ask(
        request.mode === 'url'
          ? { ...asked(), type: 'url', message, url: request.url }
          : { ...asked(), type: 'form', message, schema: { ...request.schema } },
        signal,
      );
      if (answer.action !== 'accept') return { action: answer.action };
      return request.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: answer.content ?? {} };
    },
  };
}

/** The one session that calls the server now; of several nobody can say which is meant. */
function sessionOf(callers: Iterable<ServerCaller>): string | undefined {
  const sessions = new Set([...callers].map(({ session }) => session));
  const [only] = sessions;
  return sessions.size === 1 ? only : undefined;
}
