import type { ServerWarning } from '../../../shared/model/mcp';
import { cutStart } from '../../../shared/text/cut-text';
import { ownValue } from '../../core/kernel/own-value';
import type { OfferedTool } from '../../core/mcp/offer-tools';
import type { Hash } from '../../core/mcp/tool-names';

/** Characters of a tool's name that are kept, and of a hash: the file is read for every decision about servers. */
const LONGEST_NAME = 80;
const HASH_LENGTH = 16;

/** What is kept of the tools of a server, by their names. A long name is cut, and ends with a hash of the whole one. */
export function noteTools(tools: ReadonlyArray<Pick<OfferedTool, 'tool' | 'hash'>>, hash: Hash): Record<string, string> {
  const short = (text: string) => text.slice(0, HASH_LENGTH);
  return Object.fromEntries(
    tools.map(({ tool, hash: said }) => [
      tool.length <= LONGEST_NAME ? tool : `${cutStart(tool, LONGEST_NAME - HASH_LENGTH - 1)}…${short(hash(tool))}`,
      short(said),
    ]),
  );
}

/** What a person should know of a server whose tools, each with a hash of what it says, are others than before. */
export function describeGrowth(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): ServerWarning[] {
  const added = Object.keys(now).filter((tool) => !Object.hasOwn(before, tool));
  const removed = Object.keys(before).filter((tool) => !Object.hasOwn(now, tool));
  const changed = Object.keys(now).filter((tool) => Object.hasOwn(before, tool) && before[tool] !== ownValue(now, tool));
  const params = (tools: readonly string[]) => ({
    tools: tools.slice(0, 20).join(', '),
    count: tools.length,
    before: Object.keys(before).length,
    now: Object.keys(now).length,
  });
  return [
    ...(added.length === 0 ? [] : [{ code: 'tools-added' as const, params: params(added) }]),
    ...(removed.length === 0 ? [] : [{ code: 'tools-removed' as const, params: params(removed) }]),
    ...(changed.length === 0 ? [] : [{ code: 'tools-changed' as const, params: params(changed) }]),
  ];
}
