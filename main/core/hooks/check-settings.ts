import type { Diagnostic } from '../../../shared/model/permission';
import { isRecord } from '../kernel/is-record';
import type { SettingsScope } from '../permission/list-settings';
import { parseSettings } from '../permission/parse-settings';
import type { Hook } from './hook';
import { withId } from './load-hooks';
import { readHooks } from './read-hooks';

/** The hooks of a settings text that nobody has written yet, and what is wrong with it. */
export async function checkSettings(
  { path, scope, text }: { path: string; scope: SettingsScope; text: string },
  hash: (text: string) => string,
): Promise<{ hooks: Hook[]; diagnostics: Diagnostic[] }> {
  if (text.trim() === '') return { hooks: [], diagnostics: [] };
  const parsed = await parseSettings(text, path);
  if (!('lineOf' in parsed)) return { hooks: [], diagnostics: [parsed] };
  const value = isRecord(parsed.value) ? parsed.value['hooks'] : undefined;
  if (value === undefined) return { hooks: [], diagnostics: [] };
  const { hooks, diagnostics } = readHooks({
    value,
    lineOf: (inside) => parsed.lineOf(['hooks', ...inside]),
    place: { file: path, scope },
  });
  return { hooks: hooks.map((hook) => withId(hook, { hash })), diagnostics };
}
