/** The name of a file for an agent's name; empty where nothing of it can be one. */
export function fileNameOf(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** A definition to begin with: what must be there, and a list of tools that changes nothing. */
export function templateOf(name: string, description: string, body: string): string {
  return `---\nname: ${quoted(name)}\ndescription: ${quoted(description)}\ntools: Read, Glob, Grep\n---\n\n${body}\n`;
}

/** A one-line text that YAML reads as it stands, or in quotes. */
function quoted(text: string): string {
  return /^[\p{L}\p{N}][^:#"'\n]*$/u.test(text) ? text : JSON.stringify(text);
}
