import { sayRun } from '../hooks/hook-run-words';
import type { SaidByKey } from '../kernel/say-words';
import { createInputCheck } from '../mcp/check-input';
import type { QuestionHooks } from '../mcp/question-hooks';
import type { ElicitAnswer, ElicitRequest } from '../mcp/server-connection';
import { fireHooks, notifyHooks } from './fire-hooks';
import { noticeEvent, saidParams, type TurnScope } from './turn-scope';

const NOTIFICATIONS = { form: 'elicitation_dialog', url: 'elicitation_url_dialog' } as const;

/**
 * Hooks around the questions that a server asks during a call (`Elicitation`, `ElicitationResult`). They may decline and cancel; a form they
 * may fill in, as its schema wants it, but not after the person has turned it down. An address is opened by the person alone.
 */
export function questionHooks(scope: TurnScope, item: string): QuestionHooks {
  async function fire(
    event: 'Elicitation' | 'ElicitationResult',
    server: string,
    request: ElicitRequest,
    input: Record<string, unknown>,
  ): Promise<ElicitAnswer | undefined> {
    const given = { mcp_server_name: server, mode: request.mode, ...input };
    const { answer, stop } = await fireHooks(scope, { event, about: server, item, input: given });
    if (stop !== undefined) return { action: 'cancel' };
    if (answer === undefined) return undefined;
    const problem = problemOf(request, answer.given, server);
    if (problem === undefined) return answer.given;
    scope.writer.write(
      noticeEvent(scope, {
        level: 'warning',
        code: 'hook-problem',
        params: { ...saidParams(problem.detail), event, hook: answer.label, text: problem.message },
      }),
    );
    return undefined;
  }

  const tell = (kind: string, message: string) =>
    notifyHooks(scope, { event: 'Notification', about: kind, item, input: { notification_type: kind, message } });

  return {
    async before(server, request) {
      const { message, mode } = request;
      const asked = mode === 'url' ? { url: request.url } : { requested_schema: request.schema };
      const answer = await fire('Elicitation', server, request, { message, ...asked });
      if (answer === undefined) tell(NOTIFICATIONS[mode], `${server}: ${message}`);
      return answer;
    },
    async after(server, request, answer) {
      const { action } = answer;
      tell('elicitation_response', `${server}: ${action}`);
      const content = 'content' in answer && answer.content !== undefined ? { content: answer.content } : {};
      const other = await fire('ElicitationResult', server, request, { action, ...content });
      return other === undefined || (other.action === 'accept' && action !== 'accept') ? answer : other;
    },
  };
}

function problemOf(request: ElicitRequest, answer: ElicitAnswer, server: string): SaidByKey | undefined {
  if (answer.action !== 'accept') return undefined;
  if (request.mode === 'url') return sayRun('opens-address');
  const checked = createInputCheck(server, request.schema)(answer.content ?? {});
  return checked.ok ? undefined : sayRun('form-answer', { said: checked.message });
}
