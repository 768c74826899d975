import { join } from 'node:path';
import type { Result } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import type { SkillEntry, SkillPreview } from '../../../shared/model/skill-report';
import { estimateTokens } from '../../core/context/estimate-tokens';
import { examineSkill } from '../../core/skills/examine-skill';
import { expandRule, expandSkill } from '../../core/skills/expand-skill';
import { listingBudget, listingLine, listSkills } from '../../core/skills/list-skills';
import { foldersToRepoRoot, type LoadedSkills, loadSkills } from '../../core/skills/load-skills';
import type { SkillCache } from '../../core/skills/read-skill-folder';
import { type Skill, trustOf } from '../../core/skills/skill';
import type { HostServices } from '../host-services';
import { createProbeContext } from '../probe-context';
import { readSkillCounts } from './skill-counts';

const MAX_SKILL_BYTES = 1024 * 1024;

/** The skills of folders as persons look at them. Files that did not change are not read again. */
export class SkillLibrary {
  readonly #services: HostServices;
  readonly #cache: SkillCache = new Map();

  constructor(services: HostServices) {
    this.#services = services;
  }

  async load(folder: string): Promise<LoadedSkills> {
    const { ports, readConfig } = this.#services;
    const { readUserFiles } = await readConfig();
    const { files, personHome: home, managedDir, skills: bundledSkills } = ports;
    return loadSkills({ folder, home, managedDir, bundledSkills, files, readUserFiles, cache: this.#cache });
  }

  async find(folder: string, name: string): Promise<Skill> {
    const found = (await this.load(folder)).skills.find((skill) => skill.name === name);
    if (found === undefined) throw new CodedError('not-found', `there is no skill ${name}`);
    return found;
  }

  async tree(folder: string, model: string | undefined): Promise<Result<'skills.tree'>> {
    const { ports, readConfig, models } = this.#services;
    const config = await readConfig();
    const [loaded, uses, chosen] = await Promise.all([this.load(folder), readSkillCounts(ports), models.choose(model, config)]);
    const budget = listingBudget(chosen.contextTokens, ports.env['SLASH_COMMAND_TOOL_CHAR_BUDGET']);
    const listing = listSkills(loaded.skills, budget, uses);
    const cut = new Set(listing.cut);
    const text = listing.lines.map((line) => line.text).join('\n');
    return {
      skills: [
        ...loaded.skills.map((skill) =>
          entryOf(skill, { state: 'in-force' }, skill.modelInvocable ? (cut.has(skill.name) || skill.nameOnly ? 'cut' : 'whole') : 'not'),
        ),
        ...loaded.shadowed.map(({ skill, by }) => entryOf(skill, { state: 'shadowed', by }, 'not')),
        ...loaded.off.map(({ skill, file }) => entryOf(skill, { state: 'off', by: file }, 'not')),
      ],
      listing: { budget: listing.budget, size: listing.size, tokens: estimateTokens(text), text, cut: listing.cut },
      places: await this.#places(folder, config.readUserFiles),
      diagnostics: loaded.diagnostics,
    };
  }

  /** What a text would be, saved or not. Nothing is run. */
  async preview(folder: string, path: string, text: string | undefined, args: string): Promise<SkillPreview> {
    const { ports } = this.#services;
    const loaded = await this.load(folder);
    const all = [...loaded.skills, ...loaded.shadowed.map(({ skill }) => skill), ...loaded.off.map(({ skill }) => skill)];
    const known = all.find((skill) => skill.path === path);
    if (known === undefined) throw new CodedError('not-found', `${path} is no skill of this folder`);
    const { name, scope, form, folder: own } = known;
    const read = text ?? (await this.#read(path));
    const { skill, beside, diagnostics } = await examineSkill(ports.files, { name, scope, form, path, folder: own }, read);
    const pieces = expandSkill(skill, { args, projectFolder: folder, session: 'ses_preview' });
    const body = pieces.map((piece) => (piece.type === 'text' ? piece.text : `!\`${piece.text}\``)).join('');
    const line = listingLine(skill);
    return {
      name,
      line,
      lineTokens: estimateTokens(line),
      modelInvocable: skill.modelInvocable,
      body,
      bodyTokens: estimateTokens(body),
      commands: await this.#decide(folder, skill, pieces),
      files: beside.files,
      filesCut: beside.cut,
      diagnostics,
    };
  }

  async #read(path: string): Promise<string> {
    const { files } = this.#services.ports;
    const bytes = await files.readFile(await files.realpath(path), MAX_SKILL_BYTES, path);
    return new TextDecoder().decode(bytes);
  }

  async #decide(folder: string, skill: Skill, pieces: ReturnType<typeof expandSkill>): Promise<SkillPreview['commands']> {
    const commands = pieces.filter((piece) => piece.type === 'command');
    if (commands.length === 0) return [];
    const [{ bashTool }, policy] = await Promise.all([import('../../core/tools/bash-tool'), this.#services.openPolicy(folder)]);
    const context = createProbeContext(this.#services.ports, folder);
    const counts = trustOf(skill) !== 'project' || policy.loaded().trusted;
    const turnRules = (counts ? skill.allowedTools : []).map(({ rule, line }) => ({
      text: expandRule(rule, skill, folder),
      verdict: 'allow' as const,
      file: skill.path,
      line,
    }));
    const decided: SkillPreview['commands'] = [];
    for (const { text, startLine } of commands) {
      const action = await bashTool.describe({ command: text }, context);
      await policy.prepare?.(action);
      const { decision, reason } = policy.decide({
        action,
        mode: policy.loaded().defaultMode ?? 'default',
        agent: context.agent,
        turnRules,
      });
      decided.push({ command: text, line: startLine, decision, reason });
    }
    return decided;
  }

  async #places(folder: string, readUserFiles: boolean): Promise<Result<'skills.tree'>['places']> {
    const { ports } = this.#services;
    const above = await foldersToRepoRoot({ folder, home: ports.personHome, files: ports.files });
    const roots = [
      ...[...new Set([folder, ...above])].map((root) => ({ scope: 'project' as const, root: join(root, '.claude') })),
      ...(readUserFiles ? [{ scope: 'personal' as const, root: join(ports.personHome, '.claude') }] : []),
    ];
    return roots.flatMap(({ scope, root }) => [
      { scope, form: 'skill' as const, folder: join(root, 'skills') },
      { scope, form: 'command' as const, folder: join(root, 'commands') },
    ]);
  }
}

function entryOf(skill: Skill, how: Pick<SkillEntry, 'state' | 'by'>, listed: SkillEntry['listed']): SkillEntry {
  const { name, label, scope, form, path, folder, description, argumentHint, modelInvocable, userInvocable } = skill;
  return {
    name,
    ...(label === undefined ? {} : { label }),
    scope,
    form,
    path,
    folder,
    description,
    ...(argumentHint === undefined ? {} : { argumentHint }),
    modelInvocable,
    userInvocable,
    ...how,
    listed,
  };
}
