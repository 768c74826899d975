import type { DelegationLine } from '../../../shared/model/delegation-line';
import { cutStart } from '../../../shared/text/cut-text';
import type { SpawnRefusal } from './agent-starter';
import type { AgentDefinition } from './definition';

const LEAST_PROMPT = 12;
const MOST_PATHS = 8;
const LONGEST = 300;
const WRITES: ReadonlySet<string> = new Set(['Edit', 'Write', 'NotebookEdit', 'Bash']);

const PATH = /(?:^|[\s`"'(])((?:\.{0,2}\/)?(?:[\w@.-]+\/)+[\w@.*-]*|[\w-]+\.(?:[a-z]{1,4}))(?=$|[\s`"'),:;.])/gi;
const CHANGES = /\b(?:edit|write|change|fix|implement|rename|delete|remove|create|refactor|add)\b|編集|変更|修正|実装|作成|削除|追加/i;
const BAN = /\b(?:do not|don['’]t|never|must not|without|only)\b|しないで|禁止|だけ/i;
const ANSWER = /\b(?:report|answer|return|reply|respond|list|summari[sz]e|output)\b|報告|回答|返して|一覧|要約/i;
const END = /\b(?:stop|until|as soon as|once|when done|finish|at most|no more than)\b|まで|終わ|完了/i;

/**
 * What a delegation says, and what it leaves open. Only what cannot work is a refusal: the agent sees nothing but the task, so there must
 * be one.
 */
export function checkDelegation(
  { description, prompt }: { description: string; prompt: string },
  definition: Pick<AgentDefinition, 'disallowedTools'>,
  { tools, rounds }: { tools: readonly string[]; rounds: number | undefined },
): { lines: DelegationLine[]; refused?: SpawnRefusal } {
  const sentences = splitSentences(prompt);
  const paths = [...new Set([...prompt.matchAll(PATH)].flatMap(([, path]) => path ?? []))].slice(0, MOST_PATHS);
  const bans = sentences.filter((sentence) => BAN.test(sentence));
  const without = definition.disallowedTools;
  const cannotWrite = CHANGES.test(description) && !tools.some((tool) => WRITES.has(tool));
  const end = sentences.filter((sentence) => END.test(sentence));
  const lines: DelegationLine[] = [
    { about: 'goal', text: description, state: description.trim() === '' ? 'problem' : 'ok' },
    said('scope', paths.join(', ')),
    cannotWrite
      ? { about: 'tools', text: tools.join(', '), state: 'problem', problem: 'changes-nothing' }
      : { about: 'tools', text: tools.join(', '), ...(tools.length === 0 ? { state: 'problem', problem: 'no-tools' } : { state: 'ok' }) },
    { ...said('bans', bans.join(' ')), ...(without.length === 0 ? {} : { without, state: 'ok' }) },
    said('answer', sentences.filter((sentence) => ANSWER.test(sentence)).join(' ')),
    { ...said('end', end.join('; ')), ...(rounds === undefined ? {} : { rounds, state: 'ok' }) },
  ];
  if (description.trim() === '')
    return { lines, refused: { refusal: 'description is empty: say in a few words what the agent is to do.' } };
  if (prompt.trim().length < LEAST_PROMPT)
    return {
      lines,
      refused: { refusal: 'prompt says too little: the agent sees nothing else. Name the goal, the files, and what to report.' },
    };
  return { lines };
}

function said(about: DelegationLine['about'], text: string): DelegationLine {
  return { about, text: cutStart(text, LONGEST), state: text === '' ? 'unsaid' : 'ok' };
}

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
