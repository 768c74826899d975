import { isExample } from '../../core/secrets/known-formats';
import type { SecretRange } from '../../core/secrets/secret-range';

/** Lets a text switch the rules off by a comment: a text from outside must not. */
const SWITCH = '@secretlint/secretlint-rule-filter-comments';
/** Identifiers that are no secrets. */
const NO_SECRETS: ReadonlySet<string | undefined> = new Set(['AWSAccountID']);

/** Finds secrets by secretlint's recommended rules, which are loaded with the first text. */
export async function lintSecrets(text: string): Promise<SecretRange[]> {
  rules ??= loadRules();
  const { lintSource, config } = await rules;
  const source = { content: text, filePath: 'text.txt', ext: '.txt', contentType: 'text' as const };
  const { messages } = await lintSource({ source, options: { noPhysicFilePath: true, config } });
  return messages
    .filter((message) => !NO_SECRETS.has(message.messageId))
    .map(({ range: [start, end], ruleId }) => ({ kind: ruleId.replace(/^.*secretlint-rule-/, ''), ...withinAddress(text, start, end) }))
    .filter(({ start, end }) => !isExample(text.slice(start, end)));
}

let rules: ReturnType<typeof loadRules> | undefined;

async function loadRules() {
  const [{ lintSource }, preset] = await Promise.all([import('@secretlint/core'), import('@secretlint/secretlint-rule-preset-recommend')]);
  const used = preset.rules.filter((rule) => rule.meta.id !== SWITCH).map((rule) => ({ id: rule.meta.id, rule }));
  return { lintSource, config: { rules: used } };
}

/** Of a whole address the password alone: the rest is worth reading. */
function withinAddress(text: string, start: number, end: number): { start: number; end: number } {
  const found = /^[a-z0-9+.:-]+:\/\/[^:/\s]*:([^@/\s]+)@/i.exec(text.slice(start, end));
  const password = found?.[1];
  if (found === null || password === undefined) return { start, end };
  const from = start + found[0].length - password.length - 1;
  return { start: from, end: from + password.length };
}
