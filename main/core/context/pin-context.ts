import type { ModelInfo } from '../../../shared/model/config';
import type { PlacedPart } from '../../../shared/model/part';
import type { SegmentKind } from '../../../shared/model/segment-kind';
import type { ContextDeps } from './context-deps';
import { CORE_INSTRUCTIONS } from './core-instructions';
import { describeEnvironment } from './environment-block';
import { escapeMarks } from './escape-marks';
import { takeGitSnapshot } from './git-snapshot';
import type { Memory } from './load-memory';
import type { PinnedContext } from './session-context';
import { SUBAGENT_INSTRUCTIONS } from './subagent-instructions';
import type { PieceOwner, SegmentMaker } from './text-block';
import { makeSegment, placeText } from './text-block';

const PROVISIONAL_EVENT = 'session/created';

/** Origins 1 to 4 and 9, as they are pinned when a session or a sub-agent starts. */
export async function pinContext(
  deps: ContextDeps,
  memory: Promise<Memory>,
  model: ModelInfo,
  maker: SegmentMaker,
): Promise<PinnedContext> {
  const { definition } = deps;
  const [snapshot, loaded] = await Promise.all([
    definition?.omits.vcs === true
      ? undefined
      : (deps.vcsSnapshot?.() ?? takeGitSnapshot(deps.process, deps.folder, deps.trusted)).then(deps.hide),
    definition?.omits.memory === true ? undefined : memory,
  ]);
  const block = (kind: SegmentKind, text: string, owner: Partial<PieceOwner> = {}): PlacedPart =>
    placeText(
      maker,
      [{ kind, text, source: { type: 'host', part: kind }, why: { trigger: 'session-start' }, ...owner }],
      PROVISIONAL_EVENT,
    );
  return {
    system: [
      block('core', definition === undefined ? CORE_INSTRUCTIONS : SUBAGENT_INSTRUCTIONS),
      ...(definition === undefined || definition.text === ''
        ? []
        : [block('agent-definition', escapeMarks(definition.text), { source: definition.source, trust: definition.trust })]),
      ...(loaded === undefined
        ? []
        : [block('memory-reference', escapeMarks(describeMemory(loaded) + describeNotes(loaded, deps.autoMemory)))]),
      block('environment', escapeMarks(describeEnvironment(deps.environment, deps.folder, model, deps.clock.now()))),
      ...(snapshot === undefined ? [] : [block('vcs-snapshot', escapeMarks(snapshot))]),
    ],
    tools: deps.tools.map((tool) => {
      const json = JSON.stringify({ name: tool.name, description: tool.description, input_schema: tool.inputSchema });
      const owner = {
        kind: 'tool-definition' as const,
        source: { type: 'tool' as const, name: tool.name },
        why: { trigger: 'session-start' as const },
      };
      return {
        part: maker.log.putPart(json),
        segments: [makeSegment(maker, owner, { pointer: '' }, maker.tokens(json), PROVISIONAL_EVENT)],
      };
    }),
  };
}

function describeNotes({ autoMemory }: Memory, places: ContextDeps['autoMemory']): string {
  if (!autoMemory || places === undefined) return '';
  return `

# Notes for later sessions
In ${places.own} you may keep notes about this project: an index MEMORY.md with one short line for each note, and a file for each topic (user, feedback, project, reference) that the index names. The beginning of the index is sent to you; read a topic when it helps. Write down what stays true and cannot be seen in the project, above all what the person corrected; keep the index short, mend what is wrong, and never note secrets.`;
}

function describeMemory(memory: Memory): string {
  const lines = [
    ...memory.files.map((file) => `- ${file.path}`),
    ...memory.conditional.map((file) => `- ${file.path} (once a file that matches ${(file.paths ?? []).join(', ')} is touched)`),
  ];
  const heading = '# Instruction files';
  if (lines.length === 0)
    return `${heading}\nThere were none when the session started. Should some appear, the host sends their text in reminders.`;
  return `${heading}\nThe host reads these files and sends their text in reminders. Files of subfolders follow once something there is read.\n${lines.join('\n')}`;
}
