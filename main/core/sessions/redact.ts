/** A text without its secrets, and how many there were. */
export interface Redacted {
  text: string;
  count: number;
}

/** Range of a secret, in UTF-16 units, and what it is. */
export interface SecretRange {
  start: number;
  end: number;
  kind: string;
}

/** Finds the secrets of a text. Everything that leaves the home passes one of these (invariant 9): exports, logs, diagnostics. */
export type FindSecrets = (text: string) => Promise<SecretRange[]>;

/** Formats that are known by their look. `secret` names the group to hide where it is not the whole match. */
const FORMATS: ReadonlyArray<{ kind: string; pattern: RegExp }> = [
  { kind: 'anthropic-key', pattern: /\bsk-ant-[A-Za-z0-9_-]{16,}/g },
  { kind: 'api-key', pattern: /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{32,}/g },
  { kind: 'github-token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})/g },
  { kind: 'gitlab-token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: 'slack-token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'aws-key-id', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'aws-secret', pattern: /(?<=aws_?secret_?(?:access_?)?key["']?\s{0,3}[:=]\s{0,3}["']?)[A-Za-z0-9/+=]{40}(?![A-Za-z0-9/+=])/gi },
  { kind: 'google-key', pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: 'stripe-key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{20,}/g },
  { kind: 'twilio-key', pattern: /\bSK[0-9a-f]{32}\b/g },
  { kind: 'sendgrid-key', pattern: /\bSG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/g },
  { kind: 'json-web-token', pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
  { kind: 'private-key', pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{1,20000}?-----END [A-Z ]{0,30}PRIVATE KEY-----/g },
  { kind: 'url-password', pattern: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{1,100}:)[^\s/@"'<>]{3,200}(?=@[A-Za-z0-9])/g },
  {
    kind: 'bearer-token',
    pattern: /(?<=\b(?:authorization|x-api-key)["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer |basic |token )?)[A-Za-z0-9._~+/-]{16,}=*/gi,
  },
];

/** Secrets of known formats, in order, without overlaps. Pure and always there; an adapter may know more. */
export function findKnownSecrets(text: string): SecretRange[] {
  const ranges = FORMATS.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  );
  return mergeRanges(ranges);
}

/** Replaces each range by `[redacted: kind]`. Ranges may overlap. */
export function hideRanges(text: string, ranges: readonly SecretRange[]): Redacted {
  const merged = mergeRanges(ranges);
  let hidden = '';
  let done = 0;
  for (const { start, end, kind } of merged) {
    hidden += `${text.slice(done, start)}[redacted: ${kind}]`;
    done = end;
  }
  return { text: hidden + text.slice(done), count: merged.length };
}

/** The fallback redactor: known formats only. */
export function redactKnownSecrets(text: string): Redacted {
  return hideRanges(text, findKnownSecrets(text));
}

/** A copy of a JSON value with the known secrets of each of its texts hidden; its shape stays. */
export function redactLeaves(value: unknown): unknown {
  if (typeof value === 'string') return redactKnownSecrets(value).text;
  if (Array.isArray(value)) return value.map(redactLeaves);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactLeaves(inner)]));
}

function mergeRanges(ranges: readonly SecretRange[]): SecretRange[] {
  const merged: SecretRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged[merged.length - 1];
    if (last !== undefined && range.start < last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}
