import { MAIN_AGENT } from '../../shared/model/main-agent';
import type { ItemView } from '../../shared/model/item';
import type { SessionState, SessionSummary } from '../../shared/model/session';

/** One line per session, for a person. */
export function describeSessions(sessions: readonly SessionSummary[]): string {
  return sessions
    .map(
      ({ id, updatedAt, turns, model, costUsd, title }) =>
        `${id}  ${showTime(updatedAt)}  ${turns} turns  ${model}  ${showCost(costUsd)}  ${title}\n`,
    )
    .join('');
}

/** A session as text: what was said and done, in order. */
export function describeItems(state: SessionState, views: readonly ItemView[], total: number): string {
  const head = [
    `${state.id}  ${state.title}`,
    `folder ${state.folder}   model ${state.model}   mode ${state.mode}`,
    `${state.turns.filter(({ agent }) => agent === MAIN_AGENT).length} turns, ${state.calls.length} calls, ${showCost(state.costUsd)}`,
  ];
  const left = total - views.length;
  const lines = views.flatMap((view) => describeItem(view));
  return `${[...head, '', ...(left > 0 ? [`… ${left} earlier items (sessions export has them all)`, ''] : []), ...lines].join('\n')}\n`;
}

function describeItem({ item, text, result }: ItemView): string[] {
  switch (item.kind) {
    case 'user-text':
      return [`> ${text ?? item.preview}`, ''];
    case 'assistant-text':
    case 'summary':
      return [text ?? '', ''];
    case 'thinking':
      return [`(thinking) ${text ?? ''}`, ''];
    case 'tool-call':
      return [`[${item.name}: ${item.state}] ${item.action?.summary ?? ''}`, ...(result === undefined ? [] : [indent(result.text)]), ''];
    case 'reminder':
      return [`(reminder: ${item.segment})`, ''];
    case 'notice':
      return [`(${item.level}: ${item.code})`, ''];
  }
}

function indent(text: string): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, 12).map((line) => `    ${line}`);
  return [...shown, ...(lines.length > 12 ? [`    … ${lines.length - 12} more lines`] : [])].join('\n');
}

function showTime(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}

export function showCost(costUsd: number | undefined): string {
  return costUsd === undefined ? 'cost unknown' : `$${costUsd.toFixed(4)}`;
}
