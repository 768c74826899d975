import type { Situation } from './read-request';
import { inBoth, type Script, type ScriptRound, type ScriptText, type ScriptTurn, tourSteps } from './script-format';

export interface PickedRound {
  /** Names the place in the script; undefined for the menu and other words outside it. */
  turn?: ScriptTurn;
  round: ScriptRound;
}

/** The answer of the script to a situation. There always is one. */
export function pickRound(script: Script, situation: Situation): PickedRound {
  const turn = script.turns.find((candidate) => startsTurn(candidate, situation.texts));
  if (turn === undefined) return { round: sayRound(menuText(script, situation.language)) };
  const alternatives = turn.rounds[situation.round];
  if (alternatives === undefined) return { turn, round: sayRound(SPENT[situation.language]) };
  const round = alternatives.find((candidate) => fits(candidate, situation));
  return { turn, round: round ?? sayRound(UNFORESEEN[situation.language]) };
}

export function sayIn(text: ScriptText, language: 'en' | 'ja'): string {
  return inBoth(text)[language];
}

function startsTurn(turn: ScriptTurn, texts: readonly string[]): boolean {
  const wanted = [...(turn.prompt === undefined ? [] : Object.values(inBoth(turn.prompt))), ...turn.match].map(fold);
  return texts.some((text) => wanted.includes(fold(text)) || turn.matches?.test(text) === true);
}

function fold(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

function fits({ when }: ScriptRound, { results }: Situation): boolean {
  if (when === undefined) return true;
  if (when.error !== undefined && when.error !== results.failed) return false;
  return when.result === undefined || when.result.test(results.text);
}

function sayRound(text: string): ScriptRound {
  return { text, calls: [], usage: {}, delay_ms: 0 };
}

const SPENT = {
  en: 'The script has nothing more for this step. I am the scripted model: I play prepared answers and cannot go on by myself.',
  ja: 'このステップの台本はここまでです。私は台本モデルで、用意された回答を再生するだけなので、自分では続けられません。',
};

const UNFORESEEN = {
  en: 'The script did not foresee this result. I am the scripted model: I play prepared answers and cannot judge it myself.',
  ja: 'この結果は台本にありません。私は台本モデルで、用意された回答を再生するだけなので、自分では判断できません。',
};

const INTRODUCTION = {
  en: 'I am the scripted model that comes with Vitrine. I play prepared answers with real tool calls; I do not think, and I do not know this request. Set an API key to work with a real model. This is what I can play:',
  ja: '私は Vitrine に付属の台本モデルです。用意された回答を、本物のツール呼び出しとともに再生します。考えることはできず、このご依頼は台本にありません。実際のモデルを使うには API キーを設定してください。再生できるのは次のとおりです。',
};

function menuText(script: Script, language: 'en' | 'ja'): string {
  const steps = tourSteps(script).map(({ title, prompt }, index) => `${index + 1}. **${title[language]}**: \`${prompt[language]}\``);
  const others = script.turns.flatMap(({ prompt, title }) =>
    prompt === undefined || title !== undefined ? [] : [`- \`${sayIn(prompt, language)}\``],
  );
  return [(script.menu ?? INTRODUCTION)[language], '', ...steps, ...others].join('\n').trimEnd();
}
