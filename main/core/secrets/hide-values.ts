import { redactKnownSecrets } from './redact';

/** Shorter values are words that may stand anywhere. */
const SHORTEST = 8;
const HIDDEN = '[redacted]';

/**
 * What hides given secrets in a text, also as JSON or an address has them, and of `Bearer x` the `x` alone; and then what looks like a secret
 * by itself.
 */
export function createValueHider(values: readonly string[]): (text: string) => string {
  const forms = new Set(values.flatMap(formsOf).filter((form) => form.length >= SHORTEST));
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => redactKnownSecrets(longestFirst.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text)).text;
}

function formsOf(value: string): string[] {
  const trimmed = value.trim();
  const credentials = /^[A-Za-z][A-Za-z0-9-]*\s+(\S+)$/.exec(trimmed)?.[1];
  return [value, trimmed, ...(credentials === undefined ? [] : [credentials])].flatMap((form) => {
    const json = JSON.stringify(form).slice(1, -1);
    // Messages carry JSON within JSON.
    return [form, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(form.replace(/\p{Cs}/gu, '\ufffd'))];
  });
}
