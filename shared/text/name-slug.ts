/** A name as lower-case words with hyphens, for a file or a command; empty where nothing of it can be one. */
export function nameSlug(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
