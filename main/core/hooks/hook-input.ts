import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { HookMoment } from './hook-desk';

export interface HookFacts {
  session: string;
  /** The file of the session's log. */
  transcript: string;
}

/** What a handler is given: the common fields, then the event's own. */
export function hookInput(moment: HookMoment, { session, transcript }: HookFacts, cwd: string): Record<string, unknown> {
  const { event, turn, mode, agent, agentType, input } = moment;
  return {
    session_id: session,
    transcript_path: transcript,
    cwd,
    hook_event_name: event,
    ...(turn === undefined ? {} : { prompt_id: turn }),
    ...(mode === undefined ? {} : { permission_mode: mode }),
    ...(agent === MAIN_AGENT ? {} : { agent_id: agent, ...(agentType === undefined ? {} : { agent_type: agentType }) }),
    ...input,
  };
}
