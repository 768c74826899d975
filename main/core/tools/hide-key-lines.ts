import type { GrepRequest } from '../ports';
import type { ToolContext } from './tool';

const ENCODED = /[A-Za-z0-9+/]{24}/;
const KEY_HEAD = '-----BEGIN [A-Z ]*PRIVATE KEY';
const MOST_FILES = 200;
/** A shorter piece says nothing. */
const SHORTEST = 8;

/**
 * Lines of a search without those of private keys. Alone, such a line looks like any other encoded text: what it belongs to shows
 * in its file.
 */
export async function hideKeyLines(
  lines: readonly string[],
  request: GrepRequest,
  { search, files, hide, signal }: Pick<ToolContext, 'search' | 'files' | 'hide' | 'signal'>,
): Promise<string[]> {
  if (request.mode !== 'content' || !lines.some((line) => ENCODED.test(line))) return [...lines];
  const heads: GrepRequest = { ...request, pattern: KEY_HEAD, mode: 'files_with_matches', ignoreCase: false };
  const { lines: paths } = await search.grep(heads, MOST_FILES, 0, signal);
  const shown = [...lines];
  for (const path of paths) {
    const secrets = await findSecretLines(new TextDecoder().decode(await files.readFile(path)), hide);
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith(path)) continue;
      const [prefix = '', text = ''] = splitLine(line, path.length);
      const placeholder =
        text.length < SHORTEST ? undefined : secrets.find(({ line: secret }) => secret.includes(text.trim()))?.placeholder;
      if (placeholder !== undefined) shown[index] = prefix + placeholder;
    }
  }
  return shown;
}

/** The path with the number behind it, and the text of the line. */
function splitLine(line: string, pathLength: number): [string, string] {
  const prefix = /^(?:([:-])\d+\1|[:-])/.exec(line.slice(pathLength))?.[0] ?? '';
  return [line.slice(0, pathLength + prefix.length), line.slice(pathLength + prefix.length)];
}

async function findSecretLines(text: string, hide: ToolContext['hide']): Promise<Array<{ line: string; placeholder: string }>> {
  const hidden = (await hide(text)).split('\n');
  return text.split('\n').flatMap((line, index) => (hidden[index] === line ? [] : [{ line, placeholder: hidden[index] ?? '' }]));
}
