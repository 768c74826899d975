import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadLibrary } from '../support/load-library.mjs';
import { median } from '../support/statistics.mjs';

const SKILLS = 300;
const AGENTS = 100;
const RULES = 50;
const PREVIEW_RUNS = 40;

/** Reading 300 skills, 100 sub-agents and 50 rules: nothing known yet, and with one skill changed; and what a keystroke in the editor asks for. */
export async function measureSkills({ runs }) {
  const library = await loadLibrary();
  const base = await mkdtemp(join(tmpdir(), 'bench-skills-'));
  const folder = join(base, 'project');
  try {
    await makeProject(folder);
    const files = library.createNodeFileSystem();
    const place = { folder, home: join(base, 'home'), bundledSkills: join(base, 'none'), files, readUserFiles: true };
    const rows = { cold: [], changed: [], preview: [] };
    for (let run = -1; run < runs; run += 1) {
      const cache = new Map();
      const load = () => Promise.all([library.loadSkills({ ...place, cache }), library.loadDefinitions(place), library.loadMemory(place)]);
      const cold = await time(load);
      await writeFile(skillFile(folder, 7), skillText(7, `changed ${run}`));
      const changed = await time(() => library.loadSkills({ ...place, cache }));
      const preview = await timePreview(library, files, folder, run);
      if (run < 0) continue;
      rows.cold.push(cold);
      rows.changed.push(changed);
      rows.preview.push(preview);
    }
    const row = (what, values, most) => ({ what, unit: 'ms', values, limit: `≤ ${most} ms`, met: median(values) <= most });
    return [
      row(`${SKILLS} skills, ${AGENTS} sub-agents and ${RULES} rules read for the first time`, rows.cold, 150),
      row(`${SKILLS} skills read again, one of them changed`, rows.changed, 20),
      row('a keystroke in a skill of 400 lines: what is wrong with it, and its text expanded', rows.preview, 50),
    ];
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

async function time(job) {
  const from = performance.now();
  await job();
  return performance.now() - from;
}

async function timePreview({ examineSkill, expandSkill }, files, folder, run) {
  const path = skillFile(folder, 1);
  const identity = { name: 'skill-1', scope: 'project', form: 'skill', path, folder: dirname(path) };
  const times = [];
  for (let key = 0; key < PREVIEW_RUNS; key += 1) {
    const text = `${skillText(1, `typed ${run} ${key}`)}${'A line with $0 and `scripts/run.sh` in it.\n'.repeat(400)}`;
    times.push(
      await time(async () => {
        const { skill } = await examineSkill(files, identity, text);
        expandSkill(skill, { args: 'stg', projectFolder: folder, session: 's' });
      }),
    );
  }
  return median(times);
}

function skillFile(folder, index) {
  return join(folder, `.claude/skills/skill-${index}/SKILL.md`);
}

function skillText(index, more) {
  return `---\nname: skill-${index}\ndescription: >-\n  Does the thing number ${index}. Use when it is asked for.\nallowed-tools: Bash(git status *), Read\n---\n# Skill\n\n${'A step that says what to do.\n'.repeat(30)}${more}\n`;
}

async function makeProject(folder) {
  const write = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await mkdir(join(folder, '.git'), { recursive: true });
  for (let index = 0; index < SKILLS; index += 1) await write(`.claude/skills/skill-${index}/SKILL.md`, skillText(index, ''));
  for (let index = 0; index < AGENTS; index += 1)
    await write(
      `.claude/agents/agent-${index}.md`,
      `---\nname: agent-${index}\ndescription: Helps with ${index}\ntools: Read, Grep\n---\n${'Do it well.\n'.repeat(20)}`,
    );
  for (let index = 0; index < RULES; index += 1)
    await write(`.claude/rules/rule-${index}.md`, `---\npaths: src/part${index}/**\n---\n${'Keep to it.\n'.repeat(10)}`);
}
