import type { HiddenSecrets } from '../../../shared/model/hidden-secrets';

/** `[[secret:<kind>:<8 hex digits>]]` stands for a secret wherever the model would read it. */
const PLACEHOLDER = /\[\[secret:([a-z0-9-]{1,40}):[0-9a-f]{8}\]\]/g;

export function formatPlaceholder(kind: string, tag: string): string {
  return `[[secret:${kind}:${tag}]]`;
}

/** The first placeholder in a text. */
export function findPlaceholder(text: string): string | undefined {
  return text.includes('[[secret:') ? text.match(PLACEHOLDER)?.[0] : undefined;
}

/** What the placeholders of a text stand for, by kind. */
export function listHidden(text: string): HiddenSecrets[] {
  if (!text.includes('[[secret:')) return [];
  const counts = new Map<string, Set<string>>();
  for (const [placeholder, kind = ''] of text.matchAll(PLACEHOLDER)) counts.set(kind, (counts.get(kind) ?? new Set()).add(placeholder));
  return [...counts].map(([kind, placeholders]) => ({ kind, count: placeholders.size }));
}
