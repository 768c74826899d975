import type { SandboxRefusal } from '../../../shared/model/sandbox';
import { findRefusals, refusalWords } from '../shell/find-refusals';
import type { SandboxReplacement, SandboxTrace } from '../ports';
import type { ToolContext } from './tool';

/** What the sandbox kept the command from: hosts as the proxy counted them, paths as the output tells. */
export async function refusalsOf(
  { output, exitCode, refusedHosts = [] }: { output: string; exitCode?: number | undefined; refusedHosts?: string[] | undefined },
  cwd: string,
  { sandbox, files, home }: Pick<ToolContext, 'sandbox' | 'files' | 'home'>,
): Promise<SandboxRefusal[]> {
  if (sandbox === undefined) return [];
  const exists = async (path: string) => (await files.stat(path).catch(() => undefined)) !== undefined;
  const hosts = refusedHosts.map((target): SandboxRefusal => ({ kind: 'host', target }));
  if (exitCode === 0) return hosts;
  return [...(await findRefusals(output, { ...sandbox, cwd, home, exists })), ...hosts];
}

/** The same in words for the model, with what was removed and what was replaced. */
export function sandboxNotes(refusals: readonly SandboxRefusal[], { removed, replaced = [], hiddenWhole }: SandboxTrace): string[] {
  return [
    ...(refusals.length === 0 ? [] : [`The sandbox refused something: the command ${refusalWords(refusals)}`]),
    ...(removed === undefined ? [] : [`Removed, since nothing may make it: ${removed.join(', ')}`]),
    ...replaced.map(replacementNote),
    ...(hiddenWhole === undefined
      ? []
      : [`Hidden as a whole, since more guarded files lie there than can be hidden one by one: ${hiddenWhole.join(', ')}`]),
  ];
}

function replacementNote({ path, hidden, openMs }: SandboxReplacement): string {
  const what = `${path} was made or replaced from outside the command while it ran`;
  if (openMs === undefined)
    return `${what} and could not be ${hidden ? 'hidden' : 'protected'} again, so the command was ended. Run it again: it starts with the file as it is now`;
  return hidden
    ? `${what}. It is a secret and was hidden at once; within about ${openMs} ms the command could have read it`
    : `${what}. It was protected again at once; within about ${openMs} ms the command could have written it, so have a look at it`;
}
