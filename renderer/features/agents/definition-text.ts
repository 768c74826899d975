/** A definition to begin with: what must be there, and a list of tools that changes nothing. */
export function templateOf(name: string, description: string, body: string): string {
  return `---\nname: ${quoted(name)}\ndescription: ${quoted(description)}\ntools: Read, Glob, Grep\n---\n\n${body}\n`;
}

/** A one-line text that YAML reads as it stands, or in quotes. */
function quoted(text: string): string {
  return /^[\p{L}\p{N}][^:#"'\n]*$/u.test(text) ? text : JSON.stringify(text);
}
