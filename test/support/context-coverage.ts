import type { Segment } from '../../shared/model/segment';

/** A string of a request that the model reads, by its pointer. */
export interface ReadString {
  pointer: string;
  text: string;
}

type Json = Record<string, unknown>;

/** Every string of a body that the model reads: texts, thinking, tool names, descriptions, schemas, inputs, results, images. */
export function modelReadStrings(body: string): ReadString[] {
  const request: { system?: Json[]; tools?: Json[]; messages: Array<{ content: Json[] }> } = JSON.parse(body);
  const found: ReadString[] = [];
  const all = (value: unknown, pointer: string): void => {
    if (typeof value === 'string') found.push({ pointer, text: value });
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) all(member, `${pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`);
  };
  const block = (value: Json, pointer: string): void => {
    for (const name of ['text', 'thinking', 'name', 'description', 'input_schema', 'input', 'tool_name'] as const)
      if (name in value) all(value[name], `${pointer}/${name}`);
    if (value['type'] === 'image') found.push({ pointer: `${pointer}/source`, text: '(image)' });
    if (typeof value['content'] === 'string') found.push({ pointer: `${pointer}/content`, text: value['content'] });
    if (Array.isArray(value['content']))
      value['content'].forEach((element: Json, index) => {
        block(element, `${pointer}/content/${index}`);
      });
  };
  (request.system ?? []).forEach((value, index) => {
    block(value, `/system/${index}`);
  });
  (request.tools ?? []).forEach((value, index) => {
    block(value, `/tools/${index}`);
  });
  request.messages.forEach((message, at) => {
    message.content.forEach((value, index) => {
      block(value, `/messages/${at}/content/${index}`);
    });
  });
  return found;
}

/** Characters of a body without an owner, or with two; empty when the segments partition the model-read text. */
export function uncovered(body: string, segments: readonly Segment[]): string[] {
  const problems: string[] = [];
  const strings = modelReadStrings(body);
  for (const { pointer, text } of strings) {
    const whole = segments.filter((segment) => segment.start === undefined && `${pointer}/`.startsWith(`${segment.pointer}/`));
    const ranged = segments
      .filter((segment) => segment.start !== undefined && segment.pointer === pointer)
      .sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
    if (whole.length + Number(ranged.length > 0) > 1) problems.push(`${pointer}: several owners`);
    if (whole.length > 0) continue;
    let at = 0;
    for (const segment of ranged) {
      if (segment.start !== at) problems.push(`${pointer}: gap or overlap at ${at}`);
      at = segment.end ?? 0;
    }
    if (at !== text.length) problems.push(`${pointer}: owned up to ${at} of ${text.length}`);
  }
  const pointers = new Set(strings.map((string) => string.pointer));
  for (const segment of segments) {
    if (segment.start !== undefined && !pointers.has(segment.pointer))
      problems.push(`segment ${segment.id} points to no text: ${segment.pointer}`);
  }
  return problems;
}
