import { z } from 'zod';
import type { HookSkip } from '../../../shared/model/hook-run';
import type { Diagnostic } from '../../../shared/model/permission';
import { readFrontmatterHooks } from './frontmatter-hooks';
import type { Hook, HookSource } from './hook';
import { sayHook } from './hook-words';
import { listSettings, type SettingsPlace, type SettingsScope } from '../permission/list-settings';
import { parseSettings, readSettingsText, type SettingsText } from '../permission/parse-settings';
import { readHooks } from './read-hooks';

export interface LoadHooksOptions extends SettingsPlace {
  trusted: boolean;
  /** SHA-256, hex. */
  hash(text: string): string;
}

export interface LoadedHooks {
  hooks: Hook[];
  files: Array<{ path: string; scope: SettingsScope; exists: boolean }>;
  /** Where `disableAllHooks` is set, where that counts. */
  disabled?: { file: string; line: number };
  /** A managed file lets no other hooks run than managed ones. */
  onlyManaged?: true;
  /** `allowedHttpHookUrls` and `httpHookAllowedEnvVars`, where any file has them. */
  httpUrls?: string[];
  httpVariables?: string[];
  localFile: string;
  trusted: boolean;
  diagnostics: Diagnostic[];
}

interface ReadFile {
  path: string;
  scope: SettingsScope;
  text?: SettingsText;
}

const settingsSchema = z.looseObject({
  hooks: z.unknown().optional(),
  disableAllHooks: z.boolean().optional().catch(undefined),
  allowManagedHooksOnly: z.boolean().optional().catch(undefined),
  allowedHttpHookUrls: z.array(z.string()).optional().catch(undefined),
  httpHookAllowedEnvVars: z.array(z.string()).optional().catch(undefined),
});

/**
 * Reads the hooks of every settings file of a folder; all of them add up. In an untrusted folder those of its own files are off. Never
 * rejects: problems are diagnostics with file and line.
 */
export async function loadHooks(options: LoadHooksOptions): Promise<LoadedHooks> {
  const { sources, localFile } = await listSettings(options);
  const diagnostics: Diagnostic[] = [];
  const read = await Promise.all(sources.map((source) => readFile(options, source, diagnostics)));
  const settings = read.map((file) => ({ ...file, settings: settingsSchema.safeParse(file.text?.value ?? {}).data ?? {} }));
  const onlyManaged = settings.some((file) => file.scope === 'managed' && file.settings.allowManagedHooksOnly === true);
  // What is not trusted switches off and widens nothing of the person's own.
  const heard = settings.filter(({ scope }) => options.trusted || (scope !== 'project' && scope !== 'local'));
  const decides = heard.find(({ settings: { disableAllHooks } }) => disableAllHooks !== undefined);
  const disabledBy = decides?.settings.disableAllHooks === true ? decides : undefined;
  const loaded: LoadedHooks = {
    hooks: [],
    files: read.map(({ path, scope, text }) => ({ path, scope, exists: text !== undefined })),
    localFile,
    trusted: options.trusted,
    diagnostics,
    ...(onlyManaged ? { onlyManaged } : {}),
    ...joined(
      'httpUrls',
      heard.map((file) => file.settings.allowedHttpHookUrls),
    ),
    ...joined(
      'httpVariables',
      heard.map((file) => file.settings.httpHookAllowedEnvVars),
    ),
  };
  if (disabledBy !== undefined) {
    const line = disabledBy.text?.lineOf(['disableAllHooks']) ?? 1;
    loaded.disabled = { file: disabledBy.path, line };
    diagnostics.push({
      code: 'hooks-disabled',
      severity: 'info',
      ...sayHook('disabled'),
      file: disabledBy.path,
      line,
    });
  }
  for (const {
    path,
    scope,
    text,
    settings: { hooks: value },
  } of settings) {
    if (text === undefined || value === undefined) continue;
    const off = offOf(scope, { trusted: options.trusted, onlyManaged, disabledBy: disabledBy?.scope });
    const found = readHooks({ value, lineOf: (inside) => text.lineOf(['hooks', ...inside]), place: { file: path, scope } });
    diagnostics.push(...found.diagnostics);
    if (off === 'untrusted' && found.hooks.length > 0) {
      const line = text.lineOf(['hooks']);
      diagnostics.push({ code: 'untrusted-folder', severity: 'warning', ...sayHook('untrusted', { path }), file: path, line });
    }
    loaded.hooks.push(...found.hooks.map((hook) => withId(off === undefined ? hook : { ...hook, off }, options)));
  }
  return loaded;
}

/** Hooks of a skill or a sub-agent, off where its file is a project's that is not trusted, or where all hooks or all but managed ones are. */
export async function loadSource(source: HookSource, loaded: LoadedHooks, options: Pick<LoadHooksOptions, 'hash'>) {
  const found = await readFrontmatterHooks(source);
  const off = offOfSource(source, loaded);
  return { ...found, hooks: found.hooks.map((hook) => withId(off === undefined ? hook : { ...hook, off }, options)) };
}

function offOfSource({ trusted, managed = false }: HookSource, loaded: LoadedHooks): HookSkip | undefined {
  if (loaded.disabled !== undefined) return 'disabled';
  if (loaded.onlyManaged === true && !managed) return 'managed-only';
  return trusted ? undefined : 'untrusted';
}

export function withId(hook: Hook, { hash }: Pick<LoadHooksOptions, 'hash'>): Hook {
  return { ...hook, id: `hook_${hash(hook.id).slice(0, 12)}` };
}

async function readFile(options: LoadHooksOptions, { path, scope }: Omit<ReadFile, 'text'>, diagnostics: Diagnostic[]): Promise<ReadFile> {
  const text = await readSettingsText(options.files, path);
  if (text === undefined) return { path, scope };
  const parsed = typeof text === 'string' ? await parseSettings(text, path) : text;
  if ('lineOf' in parsed) return { path, scope, text: parsed };
  diagnostics.push(parsed);
  return { path, scope };
}

function offOf(
  scope: SettingsScope,
  { trusted, onlyManaged, disabledBy }: { trusted: boolean; onlyManaged: boolean; disabledBy: SettingsScope | undefined },
): HookSkip | undefined {
  if (scope === 'managed') return disabledBy === 'managed' ? 'disabled' : undefined;
  if (disabledBy !== undefined) return 'disabled';
  if (onlyManaged) return 'managed-only';
  return !trusted && (scope === 'project' || scope === 'local') ? 'untrusted' : undefined;
}

function joined<K extends string>(key: K, lists: ReadonlyArray<string[] | undefined>): Partial<Record<K, string[]>> {
  const given = lists.filter((list) => list !== undefined);
  const found: Partial<Record<K, string[]>> = {};
  if (given.length > 0) found[key] = given.flat();
  return found;
}
