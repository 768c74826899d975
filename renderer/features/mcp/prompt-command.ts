import type { ServerDetail } from '../../../shared/model/mcp';

type Prompt = Pick<ServerDetail['prompts'][number], 'arguments' | 'command'>;

/** What is typed in a session for the same: the arguments by their places, up to the last that is given. */
export function promptCommand(prompt: Prompt, values: Readonly<Record<string, string>>): string {
  const given = prompt.arguments.map(({ name }) => values[name] ?? '');
  const end = given.findLastIndex((value) => value !== '');
  return [prompt.command, ...given.slice(0, end + 1).map(quote)].join(' ');
}

function quote(value: string): string {
  return value === '' || /[\s"'\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}
