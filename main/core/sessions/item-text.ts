import type { RawSlice } from '../../../shared/model/anatomy';
import { isToolUseBlock } from '../../../shared/model/block';
import { CodedError } from '../../../shared/model/failure';
import type { Item, ToolCallItem } from '../../../shared/model/item';
import type { CommandState } from '../../../shared/model/tool';
import { sliceUnits } from '../../../shared/text/cut-text';
import type { BackgroundShell } from '../tools/tool';
import { isLost, LOST_WORDS, type PartReader, readBlock, readJson, readPlacedText, readTypedText, textOfBlock } from './part-text';

/** The texts that an item has; `output` is a spilled whole output. */
export type ItemTextKind = 'text' | 'result' | 'output' | 'patch' | 'input';

/** One whole text of an item; empty when the item has none of that kind. */
export async function readWholeText(reader: PartReader, item: Item, of: ItemTextKind): Promise<string> {
  if (of === 'text') return readBody(reader, item);
  if (item.kind !== 'tool-call') return '';
  switch (of) {
    case 'input':
      return readInputText(reader, item);
    case 'result':
      return textOfBlock(await readBlock(reader, item.result));
    case 'patch':
      return readPatch(reader, item);
    case 'output':
      return readOutput(reader, item);
  }
}

/** A slice of one of an item's texts. Offsets are UTF-16, negative ones from the end; the ends are moved so that no character is split. */
export async function readItemText(reader: PartReader, item: Item, of: ItemTextKind, offset: number, limit: number): Promise<RawSlice> {
  const text = await readWholeText(reader, item, of);
  return { ...sliceUnits(text, placeOf(offset, text.length), limit), total: text.length };
}

/** The output of a background command so far, and how it stands. */
export async function readBackgroundText(
  shell: BackgroundShell,
  offset: number,
  limit: number,
): Promise<RawSlice & { command: CommandState }> {
  const { text, from, total } = await shell.output(placeOf(offset, shell.total()), limit);
  return {
    text,
    offset: from,
    total,
    command: describeCommand(shell),
  };
}

export function describeCommand({ done, result }: Pick<BackgroundShell, 'done' | 'result'>): CommandState {
  return {
    running: !done,
    ...(result?.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    ...(result?.signal === undefined ? {} : { signal: result.signal }),
    timedOut: result?.timedOut ?? false,
    stopped: result?.aborted ?? false,
  };
}

function placeOf(offset: number, total: number): number {
  return Math.max(0, offset < 0 ? total + offset : offset);
}

async function readBody(reader: PartReader, item: Item): Promise<string> {
  switch (item.kind) {
    case 'user-text':
      return item.placed.length === 0 ? item.preview : readTypedText(reader, item.placed);
    case 'reminder':
    case 'summary':
      return readPlacedText(reader, item.placed);
    case 'assistant-text':
    case 'thinking':
      return textOfBlock(await readBlock(reader, item.part));
    case 'tool-call':
    case 'notice':
      return '';
  }
}

/** The input as indented JSON. */
async function readInputText(reader: PartReader, item: ToolCallItem): Promise<string> {
  const block = await readBlock(reader, item.part);
  if (isLost(block)) return LOST_WORDS;
  if (block === undefined || !isToolUseBlock(block)) return '';
  return JSON.stringify(block.input ?? {}, undefined, 2);
}

async function readPatch(reader: PartReader, item: ToolCallItem): Promise<string> {
  if (item.display?.type !== 'change') return '';
  const patch = await readJson(reader, item.display.change.patch);
  return typeof patch === 'string' ? patch : LOST_WORDS;
}

async function readOutput(reader: PartReader, item: ToolCallItem): Promise<string> {
  const spill = item.display?.type === 'shell' ? item.display.spill : undefined;
  if (spill === undefined) return textOfBlock(await readBlock(reader, item.result));
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await reader.readBlob(spill));
  } catch (error) {
    if (error instanceof CodedError && error.code === 'not-found') return '';
    throw error;
  }
}
