import { join } from 'node:path/posix';
import type { Result } from '../../../shared/contract/methods';
import type { HookChange } from '../../../shared/model/hook-edit';
import { readText } from '../../core/kernel/read-text';
import type { HostPorts } from '../host-ports';

type Example = Result<'hooks.examples'>['examples'][number];

interface Definition {
  id: string;
  event: string;
  matcher: string;
  /** A script of `resources/hooks`, by its name. */
  script: string;
  /** Other fields of the handler. */
  fields?: Record<string, unknown>;
}

/** Of a script. */
const LARGEST = 65_536;

const SCRIPTED: readonly Definition[] = [
  { id: 'block-secrets', event: 'PreToolUse', matcher: 'Write|Edit|NotebookEdit', script: 'block-secrets.sh', fields: { timeout: 10 } },
  { id: 'format-changed', event: 'PostToolUse', matcher: 'Write|Edit', script: 'format-changed.sh', fields: { timeout: 30 } },
  { id: 'check-types', event: 'Stop', matcher: '', script: 'check-types.sh', fields: { timeout: 120, statusMessage: 'Checking types' } },
  {
    id: 'protect-branches',
    event: 'PreToolUse',
    matcher: 'Bash',
    script: 'protect-branches.sh',
    fields: { if: 'Bash(git *)', timeout: 10 },
  },
];

/** Hooks that are ready to be enabled in a folder, each with all that would be written. */
export async function readExamples(
  { files, resources, platform }: Pick<HostPorts, 'files' | 'resources' | 'platform'>,
  folder: string,
): Promise<Example[]> {
  const scripted = SCRIPTED.map(async ({ id, event, matcher, script, fields }): Promise<Example> => {
    const path = join(folder, '.claude/hooks', script);
    const read = await readText(files, join(resources, 'hooks', script), LARGEST);
    const text = 'text' in read ? read.text : '';
    const handler = { type: 'command', command: `sh "$CLAUDE_PROJECT_DIR/.claude/hooks/${script}"`, ...fields };
    const changes: HookChange[] = [{ op: 'add', event, matcher, handler }];
    const found = await readText(files, path, LARGEST);
    if ('problem' in found && found.problem === 'missing' && (await files.stat(path).catch(() => undefined)) === undefined)
      return { id, changes, script: { path, text, exists: false, differs: false } };
    // What would run is what stands there, so that is what the person must see.
    const own = 'text' in found ? found.text : undefined;
    return { id, changes, script: { path, ...(own === undefined ? {} : { text: own }), exists: true, differs: own !== text } };
  });
  return [...(await Promise.all(scripted)), { id: 'notify', changes: notifyChanges(platform) }];
}

/** A note of the desktop. The sandbox closes the way to it, so the program is run outside. */
function notifyChanges(platform: string): HookChange[] {
  const [program, command] =
    platform === 'darwin'
      ? ['osascript', `osascript -e 'display notification "The agent needs an answer" with title "Vitrine"'`]
      : ['notify-send', "notify-send Vitrine 'The agent needs an answer'"];
  return [
    { op: 'add', event: 'Notification', matcher: 'permission_prompt', handler: { type: 'command', command, timeout: 5 } },
    { op: 'exclude', command: `${program} *` },
  ];
}
