import { create } from 'zustand';
import type { ServerAnswer, ServerRequest } from '../../shared/model/mcp';
import { call, listen } from './host';

/** What MCP servers ask the person for, over all folders. */
export const useServerRequests = create<{ requests: readonly ServerRequest[] }>(() => ({ requests: [] }));

export function followServerRequests(): () => void {
  return listen('mcp/requests', ({ requests }) => useServerRequests.setState({ requests }));
}

/** False: somebody else has answered, or the server asks no more. */
export async function answerServer(request: string, answer: ServerAnswer): Promise<boolean> {
  const { accepted } = await call('mcp.answer', { request, answer });
  return accepted;
}
