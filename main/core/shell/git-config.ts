/** What a repository's settings name that makes git run other programs. */
export interface GitConfig {
  /** As written: relative to the work tree, or to the home after `~/`. */
  hooksPath: string[];
  /** Settings that are read as well, as written: relative to the file that names them. Conditions count as met. */
  includes: string[];
  /** Each work tree has settings of its own. */
  worktreeConfig: boolean;
}

/** Reads a file of git's settings as far as the sandbox must know it. Never throws. */
export function readGitConfig(text: string): GitConfig {
  const config: GitConfig = { hooksPath: [], includes: [], worktreeConfig: false };
  let section = '';
  for (const line of text.replace(/\\\r?\n/g, '').split(/\r?\n/)) {
    const head = /^\s*\[\s*([\w.-]+)[^\]"]*(?:"(?:[^"\\]|\\.)*")?\s*\](.*)$/.exec(line);
    if (head !== null) section = (head[1] ?? '').toLowerCase();
    const [, name = '', value] = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(head === null ? line : (head[2] ?? '')) ?? [];
    const key = `${section}.${name.toLowerCase()}`;
    if (key === 'extensions.worktreeconfig') config.worktreeConfig = !/^(?:false|no|off|0)$/i.test(plainValue(value ?? 'true'));
    if (value === undefined) continue;
    if (key === 'core.hookspath') config.hooksPath.push(plainValue(value));
    if (key === 'include.path' || key === 'includeif.path') config.includes.push(plainValue(value));
  }
  return config;
}

/** Without comment, quotes and escapes. */
function plainValue(written: string): string {
  const parts = written.matchAll(/"((?:[^"\\]|\\.)*)"|\\(.)|([^"\\#;]+)|[#;].*$|["\\]/g);
  return [...parts]
    .map(([, quoted, escaped, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? escaped ?? plain ?? '')
    .join('')
    .trim();
}
