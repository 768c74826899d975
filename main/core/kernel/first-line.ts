export function firstLine(text: string): string {
  return text.trimStart().split(/\r?\n/, 1)[0]?.trimEnd() ?? '';
}
