import type { UserInput } from '../../../shared/model/item';
import type { PlacedPart } from '../../../shared/model/part';
import type { Diagnostic } from '../../../shared/model/permission';
import { cutStart } from '../../../shared/text/cut-text';
import { expandSkill } from '../skills/expand-skill';
import type { Skill } from '../skills/skill';
import type { ContextDeps } from './context-deps';
import { escapeMarks } from './escape-marks';
import { findMentions } from './find-mentions';
import { decodeBase64 } from './image-limits';
import { placeImage } from './place-image';
import { placeMention } from './place-mention';
import type { PlacedInput } from './session-context';
import type { SegmentMaker } from './text-block';
import { placeText } from './text-block';

const MAX_PREVIEW = 2_000;
const MAX_SKILLS = 6;

/** Places what a person sent, in this order: text, mentions, images, skill bodies. `event` is provisional until it is logged. */
export async function placeUserInput(
  input: UserInput,
  skills: readonly Skill[],
  deps: ContextDeps,
  maker: SegmentMaker,
  event: string,
): Promise<PlacedInput> {
  const placed: PlacedPart[] = [];
  const diagnostics: Diagnostic[] = [];
  const filesRead: PlacedInput['filesRead'] = [];
  const invoked = findInvokedSkills(input.text, skills);
  if (invoked.unknown !== undefined)
    diagnostics.push({
      code: 'unknown-command',
      message: `There is no skill or command /${invoked.unknown}; the text is sent as it is`,
      severity: 'info',
    });
  const bodies = invoked.skills.map((skill) => ({
    skill,
    ...expandSkill(skill, { args: invoked.args, projectFolder: deps.folder, session: deps.session }),
  }));
  if (input.text.trim() !== '')
    placed.push(
      placeText(
        maker,
        [{ kind: 'user-text', source: { type: 'user' }, why: { trigger: 'user-sent' }, text: escapeMarks(input.text) }],
        event,
      ),
    );
  for (const mention of findMentions([input.text, ...bodies.map((body) => body.text)].join('\n'))) {
    const result = await placeMention(mention, deps, maker, event);
    if (result.placed !== undefined) placed.push(result.placed);
    if (result.read !== undefined) filesRead.push(result.read);
    if (result.diagnostic !== undefined) diagnostics.push(result.diagnostic);
  }
  for (const [index, image] of input.images.entries()) {
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
    if ('placed' in result) placed.push(result.placed);
    else diagnostics.push(result.diagnostic);
  }
  for (const { skill, text, diagnostics: found } of bodies) {
    diagnostics.push(...found);
    placed.push(placeSkillBody(skill, text, maker, event));
  }
  const name = invoked.skills[0]?.name;
  return {
    placed,
    preview: cutStart(input.text, MAX_PREVIEW),
    ...(name === undefined ? {} : { skill: name }),
    filesRead,
    diagnostics,
  };
}

function placeSkillBody(skill: Skill, body: string, maker: SegmentMaker, event: string): PlacedPart {
  const heading = `The person ran the skill ${skill.name} (folder: ${skill.folder}). Follow it:\n\n`;
  const endLine = skill.bodyLine + skill.body.replace(/\n$/, '').split('\n').length - 1;
  const trust = skill.source === 'bundled' ? ('host' as const) : skill.source === 'personal' ? ('user' as const) : ('project' as const);
  return placeText(
    maker,
    [
      {
        kind: 'skill-body',
        trust,
        text: escapeMarks(heading + body),
        why: { trigger: 'user-invoked', detail: `/${skill.name}` },
        source: { type: 'skill', name: skill.name, path: skill.path, startLine: skill.bodyLine, endLine },
      },
    ],
    event,
  );
}

/** Up to six `/name` at the start; all get the text that follows. */
function findInvokedSkills(text: string, skills: readonly Skill[]): { skills: Skill[]; args: string; unknown?: string } {
  const byName = new Map(skills.filter((skill) => skill.userInvocable).map((skill) => [skill.name, skill]));
  const found: Skill[] = [];
  let rest = text.trimStart();
  for (
    let match = /^\/([^\s/]+)(?=\s|$)/.exec(rest);
    match !== null && found.length < MAX_SKILLS;
    match = /^\/([^\s/]+)(?=\s|$)/.exec(rest)
  ) {
    const skill = byName.get(match[1] ?? '');
    if (skill === undefined)
      return found.length > 0
        ? { skills: found, args: rest }
        : { skills: [], args: '', ...(match[1] === undefined ? {} : { unknown: match[1] }) };
    found.push(skill);
    rest = rest.slice(match[0].length).trimStart();
  }
  return { skills: found, args: rest.trimEnd() };
}
