import { z } from 'zod';

const block = z.looseObject({ type: z.string() });
const content = z.union([z.string().transform((text) => [{ type: 'text', text }]), z.array(block)]);
const requestSchema = z.looseObject({
  model: z.string(),
  system: content.default([]),
  tools: z.array(z.looseObject({})).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content })),
});
export type ScriptRequest = z.infer<typeof requestSchema>;

export function parseRequest(body: string): ScriptRequest | undefined {
  try {
    const request = requestSchema.safeParse(JSON.parse(body));
    return request.success ? request.data : undefined;
  } catch {
    return undefined;
  }
}

/** What the script decides by. */
export interface Situation {
  /** Texts that the person typed in the newest message that has any; empty when nobody typed anything. */
  texts: string[];
  /** Index of that message. */
  at: number;
  /** Answers of the model since then. */
  round: number;
  results: { text: string; failed: boolean };
  language: 'en' | 'ja';
  folder: string;
}

export function describeSituation(request: ScriptRequest): Situation {
  const { messages } = request;
  let at = messages.length - 1;
  let texts: string[] = [];
  for (; at >= 0; at -= 1) {
    texts = typedTexts(messages[at]);
    if (texts.length > 0) break;
  }
  const round = messages.slice(Math.max(at, 0)).filter((message) => message.role === 'assistant').length;
  const language = texts.some((text) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) ? 'ja' : 'en';
  return { texts, at, round, results: lastResults(messages.at(-1)), language, folder: folderOf(request) };
}

type Message = ScriptRequest['messages'][number];

function textOf(value: { type: string; text?: unknown }): string {
  return value.type === 'text' && typeof value.text === 'string' ? value.text : '';
}

/** Reminders, documents, texts of skills and the host's "Continue." are put in by the host: nobody typed them. */
function typedTexts(message: Message | undefined): string[] {
  if (message?.role !== 'user') return [];
  return message.content.map((part) => textOf(part).trim()).filter((text) => text !== '' && text !== 'Continue.' && !PLACED.test(text));
}

const PLACED = /^<(system-reminder|documents?|files?|mention|attachment)\b|^The skill \S+ (\(folder: |was loaded above)/;

const resultSchema = z.looseObject({ type: z.literal('tool_result'), content: content.default([]), is_error: z.boolean().default(false) });

function lastResults(message: Message | undefined): Situation['results'] {
  const results = (message?.content ?? []).flatMap((part) => {
    const result = resultSchema.safeParse(part);
    return result.success ? [result.data] : [];
  });
  return {
    text: results.map((result) => result.content.map(textOf).join('\n')).join('\n'),
    failed: results.some((result) => result.is_error),
  };
}

/** The project folder as the environment text of the system prompt names it. */
function folderOf(request: ScriptRequest): string {
  const system = request.system.map(textOf).join('\n');
  return /^(?:project folder|working directory): (.+)$/im.exec(system)?.[1]?.trim() ?? '.';
}
