import { memo } from 'react';
import type { ItemSpine } from '../../../shared/model/session';
import { AssistantText } from './assistant-text';
import { CallLine } from './call-line';
import { NoticeRow } from './notice-row';
import { ReminderRow } from './reminder-row';
import type { Row } from './rows';
import { SummaryRow } from './summary-row';
import { Thinking } from './thinking';
import { ToolCard } from './tool-card';
import { TurnEnd } from './turn-end';
import { UserMessage } from './user-message';

export const RowView = memo(function RowView({ row, isLast }: { row: Row; isLast: boolean }) {
  if (row.type === 'call') return <CallLine call={row.call} />;
  if (row.type === 'turn-end') return <TurnEnd turn={row.turn} isLast={isLast} />;
  return <ItemRow item={row.item} />;
});

function ItemRow({ item }: { item: ItemSpine }) {
  switch (item.kind) {
    case 'user-text':
      return <UserMessage item={item} />;
    case 'assistant-text':
      return <AssistantText item={item} />;
    case 'thinking':
      return <Thinking item={item} />;
    case 'tool-call':
      return <ToolCard item={item} />;
    case 'reminder':
      return <ReminderRow item={item} />;
    case 'notice':
      return <NoticeRow item={item} />;
    case 'summary':
      return <SummaryRow item={item} />;
    default:
      return undefined;
  }
}
