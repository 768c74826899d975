import type { UserInput } from '../../../shared/model/item';
import type { PlacedPart } from '../../../shared/model/part';
import type { Diagnostic } from '../../../shared/model/permission';
import { cutStart } from '../../../shared/text/cut-text';
import type { SkillRun } from '../skills/skill-run';
import type { ContextDeps } from './context-deps';
import { escapeMarks } from './escape-marks';
import { findMentions, type Mention } from './find-mentions';
import { decodeBase64 } from './image-limits';
import { placeImage } from './place-image';
import { placeMention } from './place-mention';
import { placePrompt } from './place-resource';
import { type PlacedBody, placeSkillBody } from './place-skill';
import type { PlacedInput, PlacedSkill } from './session-context';
import type { SegmentMaker } from './text-block';
import { placeText } from './text-block';

const MAX_PREVIEW = 2_000;

/** Hash of the newest copy of a skill's text in the context. */
export type HeldBody = (skill: string) => string | undefined;

/** Places what a person sent, in this order: text, mentions, images, skill bodies. `event` is provisional until it is logged. */
export async function placeUserInput(
  input: UserInput,
  runs: readonly SkillRun[],
  held: HeldBody,
  deps: ContextDeps,
  maker: SegmentMaker,
  event: string,
  signal: AbortSignal | undefined,
): Promise<PlacedInput> {
  const placed: PlacedPart[] = [];
  if (input.text.trim() !== '')
    placed.push(
      placeText(
        maker,
        [{ kind: 'user-text', source: { type: 'user' }, why: { trigger: 'user-sent' }, text: escapeMarks(input.text) }],
        event,
      ),
    );
  const prompt = await placePrompt(input.text, deps, maker, event, signal);
  if (prompt?.placed !== undefined) placed.push(prompt.placed);
  const files = await placeMentions([...findMentions(input.text), ...runs.flatMap((run) => run.mentions)], deps, maker, event, signal);
  const images = placeImages(input.images, deps, maker, event);
  const bodies = runs.map((run) => placeSkillBody(run, held(run.skill.name), maker, event));
  placed.push(...files.placed, ...images.placed, ...bodies.map((body) => body.placed));
  const name = runs[0]?.skill.name;
  return {
    placed,
    preview: cutStart(input.text, MAX_PREVIEW),
    ...(name === undefined ? {} : { skill: name }),
    skills: bodies.map(({ outcome, tokens }) => ({ outcome, tokens })),
    filesRead: files.filesRead,
    diagnostics: [...(prompt?.diagnostic === undefined ? [] : [prompt.diagnostic]), ...files.diagnostics, ...images.diagnostics],
  };
}

/** Places a skill that the model asked for: files that its text names, then the text. */
export async function placeSkill(
  run: SkillRun,
  held: HeldBody,
  deps: ContextDeps,
  maker: SegmentMaker,
  event: string,
  signal: AbortSignal | undefined,
): Promise<PlacedSkill> {
  const body: PlacedBody = placeSkillBody(run, held(run.skill.name), maker, event);
  if (body.outcome === 'already-loaded') return { ...body, placed: [body.placed], filesRead: [] };
  const files = await placeMentions(run.mentions, deps, maker, event, signal);
  return { ...body, placed: [...files.placed, body.placed], filesRead: files.filesRead };
}

async function placeMentions(
  mentions: readonly Mention[],
  deps: ContextDeps,
  maker: SegmentMaker,
  event: string,
  signal: AbortSignal | undefined,
): Promise<Pick<PlacedInput, 'placed' | 'filesRead' | 'diagnostics'>> {
  const found: Pick<PlacedInput, 'placed' | 'filesRead' | 'diagnostics'> = { placed: [], filesRead: [], diagnostics: [] };
  for (const mention of new Map(mentions.map((one) => [one.text, one])).values()) {
    const result = await placeMention(mention, deps, maker, event, signal);
    if (result.placed !== undefined) found.placed.push(result.placed);
    if (result.read !== undefined) found.filesRead.push(result.read);
    if (result.diagnostic !== undefined) found.diagnostics.push(result.diagnostic);
  }
  return found;
}

function placeImages(
  images: UserInput['images'],
  deps: ContextDeps,
  maker: SegmentMaker,
  event: string,
): { placed: PlacedPart[]; diagnostics: Diagnostic[] } {
  const found: { placed: PlacedPart[]; diagnostics: Diagnostic[] } = { placed: [], diagnostics: [] };
  for (const [index, image] of images.entries()) {
    const name = image.name ?? `${index + 1}`;
    const bytes = decodeBase64(image.data);
    const owner = {
      kind: 'image' as const,
      source: { type: 'user' as const },
      why: { trigger: 'user-sent' as const, ...(image.name === undefined ? {} : { detail: image.name }) },
    };
    const result =
      bytes === undefined
        ? {
            diagnostic: {
              code: 'image-unreadable',
              message: `The image ${name} is not sent: it is not base64`,
              severity: 'warning' as const,
            },
          }
        : placeImage(bytes, name, owner, deps, maker, event);
    if ('placed' in result) found.placed.push(result.placed);
    else found.diagnostics.push(result.diagnostic);
  }
  return found;
}
