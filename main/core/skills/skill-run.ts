import type { SkillCommand, SkillUse } from '../../../shared/model/skill-use';
import type { Mention } from '../context/find-mentions';
import type { BodyPiece } from './expand-skill';
import type { Skill } from './skill';

/** A stretch of the body that goes to the model; with `ran`, what a command printed in its place. */
export interface FilledPiece extends BodyPiece {
  ran?: { command: string; folder: string; exitCode?: number };
}

/** A skill that was asked for, expanded, its commands run: ready to be placed. */
export interface SkillRun {
  skill: Skill;
  args: string;
  by: SkillUse['by'];
  pieces: FilledPiece[];
  /** Files that its text names, and that may be read without asking. */
  mentions: Mention[];
  commands: SkillCommand[];
}
