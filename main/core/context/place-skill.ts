import type { PlacedPart } from '../../../shared/model/part';
import type { SegmentWhy } from '../../../shared/model/segment';
import { trustOf } from '../skills/skill';
import type { SkillRun } from '../skills/skill-run';
import { escapeMarks } from './escape-marks';
import { countTokens } from './history';
import type { Piece, SegmentMaker } from './text-block';
import { placeText } from './text-block';

export interface PlacedBody {
  placed: PlacedPart;
  outcome: 'loaded' | 'already-loaded';
  tokens: number;
}

/**
 * Places the text of a skill: each stretch is a segment with its lines, what a command printed one of its own. `held` is the hash of the
 * newest copy in the context: the same text is not sent again, a note says that it is there.
 */
export function placeSkillBody(run: SkillRun, held: string | undefined, maker: SegmentMaker, event: string): PlacedBody {
  const why: SegmentWhy = {
    trigger: run.by === 'person' ? 'user-invoked' : 'model-invoked',
    detail: `/${run.skill.name}`,
  };
  const body = placeText(maker, piecesOf(run, why), event);
  if (body.part.hash !== held) return { placed: body, outcome: 'loaded', tokens: countTokens(body.segments) };
  const text = `The skill ${run.skill.name} was loaded above, and its text is the same: follow it again.`;
  const note = placeText(maker, [{ kind: 'skill-body', trust: 'host', text, why, source: { type: 'host', part: 'skill-loaded' } }], event);
  return { placed: note, outcome: 'already-loaded', tokens: countTokens(note.segments) };
}

function piecesOf({ skill, pieces }: SkillRun, why: SegmentWhy): Piece[] {
  const own = { kind: 'skill-body' as const, trust: trustOf(skill), why };
  const source = (startLine: number, endLine: number) => ({
    type: 'skill' as const,
    name: skill.name,
    path: skill.path,
    startLine,
    endLine,
  });
  const heading = escapeMarks(`The skill ${skill.name} (folder: ${skill.folder}). Follow it:\n\n`);
  const [first, ...others] = pieces;
  const isText = first !== undefined && first.ran === undefined;
  const lines = isText ? source(first.startLine, first.endLine) : source(skill.bodyLine, skill.bodyLine);
  const placed: Piece[] = [{ ...own, text: heading + (isText ? escapeMarks(first.text) : ''), source: lines }];
  for (const { text, startLine, endLine, ran } of isText ? others : pieces) {
    if (ran !== undefined) placed.push({ ...own, trust: 'untrusted', text: escapeMarks(text), source: { type: 'command', ...ran } });
    else placed.push({ ...own, text: escapeMarks(text), source: source(startLine, endLine) });
  }
  if (skill.variants !== undefined && skill.variants.length > 0)
    placed.push({ ...own, text: escapeMarks(variantsText(skill.variants)), source: { type: 'skill', name: skill.name, path: skill.path } });
  return placed;
}

function variantsText(variants: ReadonlyArray<{ name: string; description: string }>): string {
  return `\n\nParts of the project have a skill of the same name. Where the task is about one of them, use that one instead:\n${variants
    .map(({ name, description }) => `- ${name}: ${description}`)
    .join('\n')}`;
}
