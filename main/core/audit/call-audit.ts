import type { ToolCallItem } from '../../../shared/model/item';
import type { RegisteredTool } from '../tools/tool';
import type { EarlierCall } from './repeated-calls';

/** What the loop asks of the audit of a session. How calls end it learns from the session's log. */
export interface CallAudit {
  /** An equal call that was made before. */
  earlier(key: string): EarlierCall | undefined;
  /**
   * Puts a call on record before it runs. Resolves at once, for a destructive call when the disk has the record. Rejects only for
   * such a call, when it cannot be recorded: it must then not run.
   */
  begin(item: ToolCallItem, tool: RegisteredTool): Promise<void>;
}
