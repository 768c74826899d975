import { CodedError } from '../../../../shared/model/failure';
import type { Action } from '../../../../shared/model/permission';
import type { ToolContext, ToolRegistry } from '../../tools/tool';
import { actionFromInput } from '../action-from-input';
import { describeCall } from '../check-permission';
import { canonicalToolName } from '../known-tools';
import type { RecordedCall } from './recorded-calls';

/**
 * A recorded call described anew from its input, where its command started then. Of an edit only the target counts, not the diff.
 * Rejects with `not-found` where the input is lost.
 */
export async function describeRecorded({ tool, input, action }: RecordedCall, tools: ToolRegistry, context: ToolContext): Promise<Action> {
  if (input === undefined) throw new CodedError('not-found', 'the input of the call is lost');
  const name = canonicalToolName(tool);
  if (action.command !== undefined && action.paths[0] !== undefined) context.cwd.set(action.paths[0]);
  if (tools.get(name)?.sideEffect === 'write') return actionFromInput(name, input, context.folder, context.files);
  return describeCall(name, input, tools, context, []);
}
