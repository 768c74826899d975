import type { AuditResult } from '../../../shared/model/audit';
import type { ToolCallItem } from '../../../shared/model/item';
import type { RegisteredTool } from '../tools/tool';
import type { RecordedCall } from './describe-call';
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

/** What skills ask of it: their commands are no calls of the model, and no event tells how they end. */
export interface CommandAudit {
  /** Puts a command on record before it runs, and gives what puts its end there. Rejects as `begin` does. */
  beginCommand(command: RecordedCall): Promise<(result: AuditResult) => void>;
}
