import type { SessionEvent } from '../../../shared/model/event';
import { MAIN_AGENT } from '../../../shared/model/main-agent';

/** The agent that an event is about; what is about the session is the main agent's. */
export function agentOf(event: SessionEvent): string {
  if ('agent' in event) return event.agent;
  return event.type === 'item/started' || event.type === 'item/completed' ? event.item.agent : MAIN_AGENT;
}
