import type { ToolCallItem } from '../../../shared/model/item';
import type { ToolState } from '../../../shared/model/tool';

/** A call on its way, for the log. What the sandbox grants is kept once: with the question where one is asked, and with the end of the call. */
export function itemInProgress(item: ToolCallItem, state: ToolState): ToolCallItem {
  if (item.decision?.sandbox === undefined) return { ...item, state };
  const { sandbox: _sandbox, ...decision } = item.decision;
  return { ...item, decision, state };
}
