import { z } from 'zod';
import { CodedError } from '../../../shared/model/failure';
import type { Verdict } from '../../../shared/model/permission';

/** A change of one rule in a settings file. */
export type SettingsChange =
  | { op: 'add'; verdict: Verdict; rule: string }
  | { op: 'remove'; verdict: Verdict; rule: string }
  | { op: 'replace'; verdict: Verdict; rule: string; by: string };

const settingsSchema = z.looseObject({ permissions: z.looseObject({}).optional() });
const listSchema = z.array(z.unknown()).optional();

/**
 * A settings file's text after a change. Nothing else in it changes, its layout included, as far as a list with a rule in it is
 * there already. A rule that is there is not added twice. Rejects with `conflict` for a file that is not JSON of the known shape:
 * a broken file is never overwritten.
 */
export async function editSettings(text: string | undefined, path: string, change: SettingsChange): Promise<string> {
  const source = text === undefined || text.trim() === '' ? '{}\n' : text;
  const rules = readList(source, path, change.verdict);
  switch (change.op) {
    case 'add':
      if (rules.includes(change.rule)) return source;
      return (
        (rules.length > 0 ? await insertAfterLast(source, change) : undefined) ?? writeList(source, change.verdict, [...rules, change.rule])
      );
    case 'remove':
      return rules.includes(change.rule) ? removeFrom(source, path, change) : source;
    case 'replace':
      return splice(source, await findRule(source, path, change.verdict, change.rule), JSON.stringify(change.by));
  }
}

function readList(text: string, path: string, verdict: Verdict): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CodedError(
      'conflict',
      `${path} is not valid JSON, nothing was saved: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const settings = settingsSchema.safeParse(value);
  const list = listSchema.safeParse(settings.data?.permissions?.[verdict]);
  if (!settings.success || !list.success)
    throw new CodedError('conflict', `${path} does not have the shape of a settings file: nothing was saved.`);
  return list.data ?? [];
}

/** Written anew, in the file's own indentation, where no rule shows how the list is laid out. */
function writeList(text: string, verdict: Verdict, rules: readonly unknown[]): string {
  const settings = settingsSchema.parse(JSON.parse(text));
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const end = text.endsWith('\n') ? '\n' : '';
  return `${JSON.stringify({ ...settings, permissions: { ...settings.permissions, [verdict]: rules } }, undefined, indent)}${end}`;
}

interface Place {
  start: number;
  end: number;
}

/** Where the entries of a list stand in the text. */
async function findPlaces(text: string, verdict: Verdict): Promise<Array<Place & { value: unknown }>> {
  const { isNode, isScalar, isSeq, parseDocument } = await import('yaml');
  const list = parseDocument(text, { uniqueKeys: false }).getIn(['permissions', verdict], true);
  if (!isSeq(list)) return [];
  return list.items.map((item) => {
    const [start = 0, end = 0] = (isNode(item) ? item.range : undefined) ?? [];
    return { start, end, value: isScalar(item) ? item.value : undefined };
  });
}

async function findRule(text: string, path: string, verdict: Verdict, rule: string): Promise<Place> {
  const found = (await findPlaces(text, verdict)).find(({ value }) => value === rule);
  if (found === undefined) throw new CodedError('conflict', `${path} has no ${verdict} rule ${rule} any more.`);
  return found;
}

async function insertAfterLast(text: string, { verdict, rule }: SettingsChange): Promise<string | undefined> {
  const last = (await findPlaces(text, verdict)).at(-1);
  if (last === undefined) return undefined;
  const before = text.slice(text.lastIndexOf('\n', last.start) + 1, last.start);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = /^[ \t]+$/.test(before) ? `${lineEnd}${before}` : ' ';
  return splice(text, { start: last.end, end: last.end }, `,${gap}${JSON.stringify(rule)}`);
}

/** With the comma and the gap that belonged to it; every copy of the rule goes. */
async function removeFrom(text: string, path: string, change: Extract<SettingsChange, { op: 'remove' }>): Promise<string> {
  let left = text;
  while (readList(left, path, change.verdict).includes(change.rule)) {
    const places = await findPlaces(left, change.verdict);
    const at = places.findIndex(({ value }) => value === change.rule);
    const [found, next, previous] = [places[at], places[at + 1], places[at - 1]];
    if (found === undefined) throw new CodedError('conflict', `${path} has no ${change.verdict} rule ${change.rule} any more.`);
    if (next !== undefined) left = splice(left, { start: found.start, end: next.start }, '');
    else if (previous !== undefined) left = splice(left, { start: previous.end, end: found.end }, '');
    else left = splice(left, { start: left.lastIndexOf('[', found.start), end: left.indexOf(']', found.end) + 1 }, '[]');
  }
  return left;
}

function splice(text: string, { start, end }: Place, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
