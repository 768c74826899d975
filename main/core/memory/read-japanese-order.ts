import { readPredicate } from './japanese-verbs';

/** What a Japanese sentence asks for, in the English words by which orders are compared. */
export interface JapaneseOrder {
  wanted: boolean;
  deed: string;
  /** The same with its code as written. */
  raw: string;
}

const ADVERBS =
  /(?:必ず|かならず|常に|つねに|いつも|絶対に|絶対|決して|けっして|いかなる場合でも|いかなる場合も|どんな場合でも|どんな場合も)、?/g;
/** What a choice is about, where that makes it no narrower. */
const TOPICS =
  /^(?:(?:コードの|ソースコードの)?(?:インデント|字下げ)|パッケージ(?:マネージャー?|の?管理)|文字列(?:の引用符)?|依存(?:関係|パッケージ)の?(?:管理)?)(?:には|では|は|に|として)、?/;
const INSTEAD = /^.{1,20}?ではなく、?/;
const LANGUAGE = /^(?:(?:ユーザー|私|人)(?:に|へ)(?:は)?)?(日本語|英語|ドイツ語|フランス語|スペイン語|中国語|韓国語)で$/;
const LANGUAGES: Record<string, string> = {
  日本語: 'japanese',
  英語: 'english',
  ドイツ語: 'german',
  フランス語: 'french',
  スペイン語: 'spanish',
  中国語: 'chinese',
  韓国語: 'korean',
};
const SECRETS = /(?:秘密情報|機密情報|シークレット|認証情報|クレデンシャル|APIキー|パスワード|トークン|秘密鍵)/;
const BRANCH = /^`?(main|master|production|release)`?(?:ブランチ)?(?:に|へ|に対して)(?:は)?(?:直接)?$/;
/** A code span, with what says that it is a command or files. */
const SPAN =
  /^(`[^`]+`)(?:という)?(?:コマンド|ファイル|フォルダー?|ディレクトリ)?(?:の?(?:以下|配下|下|中|内)(?:の(?:ファイル|コード|もの))?)?(?:の中身|の内容)?$/;
const BEFORE = /^(?:作業を?|タスクを?)?(終了|完了|終える|終わる|コミット|プッシュ)(?:する)?前に(?:は)?、?/;
const AFTER =
  /^(?:コード|ファイル)?(?:を|の)?(?:変更|編集|修正|保存)(?:した(?:ら|後|あと)|後|のたび)(?:に|は|には)?、?(?:ファイルを|コードを)?/;

/** Nouns for which the comparison has a word of its own. */
const NOUNS: ReadonlyArray<[RegExp, string]> = [
  [/^タブ(?:文字)?$/, 'tabs'],
  [/^(?:半角)?スペース$/, 'spaces'],
  [/^(?:半角)?スペース([248])(?:つ|個|文字)?(?:分)?$/, '$1 spaces'],
  [/^([248])(?:つの|個の|文字の)?(?:半角)?スペース$/, '$1 spaces'],
  [/^(?:シングル|単一)(?:クォート|クオート|クォーテーション|引用符)$/, 'single quotes'],
  [/^(?:ダブル|二重)(?:クォート|クオート|クォーテーション|引用符)$/, 'double quotes'],
  [/^(?:全て|すべて)?の?(?:単体|ユニット)?テスト$/, 'tests'],
  [/^(?:型(?:チェック|検査)|typecheck|tsc)$/i, 'typecheck'],
  [/^(?:lint|linter|リンター?|リント)$/i, 'lint'],
  [/^(?:フォーマッター?)$/, 'formatter'],
];

/** Undefined for a sentence that asks for nothing, as far as its form tells. */
export function readJapaneseOrder(words: string): JapaneseOrder | undefined {
  const plain = tidy(words);
  const topic = TOPICS.test(plain);
  const chosen = plain.replace(TOPICS, '').replace(INSTEAD, '');
  // "Indentation: two spaces" needs no verb; "answers in English" may have a verb of any kind.
  const noun = topic ? nounOf(chosen.replace(/(?:とする|とします|にする|にしてください|で統一する?|に統一する?|です)$/, '')) : undefined;
  if (noun !== undefined) return order(true, `use ${noun}`);
  const language = /^(?:回答|返答|応答|返信)は(.+?)(?:行う(?:こと)?|する(?:こと)?|してください|お願いします|書く(?:こと)?)?$/.exec(
    plain,
  )?.[1];
  if (language !== undefined && LANGUAGE.test(language)) return order(true, `answer in ${languageOf(language)}`);
  const found = readPredicate(chosen);
  if (found === undefined) return undefined;
  const { wanted, verb, object } = found;
  return { ...deedOf(verb, object), wanted };
}

function order(wanted: boolean, deed: string): JapaneseOrder {
  return { wanted, deed, raw: deed };
}

/** Without what does not change its meaning: adverbs, remarks in parentheses, the mark at its end, blanks beside Japanese letters. */
function tidy(words: string): string {
  return words
    .normalize('NFKC')
    .replace(/\([^)]*\)/g, '')
    .replace(/[。.!]+$/, '')
    .replace(/(?<=[^\x20-\x7e]) +| +(?=[^\x20-\x7e])/g, '')
    .replace(ADVERBS, '')
    .trim();
}

function deedOf(verb: string, object: string): Omit<JapaneseOrder, 'wanted'> {
  const say = (deed: string, raw = deed) => ({ deed, raw });
  const span = SPAN.exec(object)?.[1];
  if (span !== undefined) return say(`${verb} ${span.replace(/`/g, '').toLowerCase()}`, `${verb} ${span}`);
  if ((verb === 'commit' || verb === 'write') && SECRETS.test(object)) return say('commit secrets');
  if (verb === 'push' && /^(?:強制|force)$/i.test(object)) return say('force push');
  if (verb === 'commit' || verb === 'push') {
    const branch = BRANCH.exec(object)?.[1];
    if (branch !== undefined) return say(`${verb} to ${branch}`);
  }
  if (verb === 'answer' && LANGUAGE.test(object)) return say(`answer in ${languageOf(object)}`);
  if (verb === 'run' && BEFORE.test(object)) return say(`run ${nounOf(object.replace(BEFORE, '')) ?? object} before you finish`);
  if (verb === 'run' && AFTER.test(object)) return say(`run ${nounOf(object.replace(AFTER, '')) ?? object} after files`);
  if (verb === 'format' && AFTER.test(object)) return say('format files after changes');
  return say(`${verb} ${nounOf(object) ?? object}`.trim());
}

function nounOf(text: string): string | undefined {
  const noun = text.replace(/(?:を|は)$/, '');
  for (const [form, word] of NOUNS) if (form.test(noun)) return noun.replace(form, word);
  return /^[\x21-\x7e][\x20-\x7e]*$/.test(noun) && !noun.includes('`') ? noun.toLowerCase() : undefined;
}

function languageOf(text: string): string {
  return LANGUAGES[LANGUAGE.exec(text)?.[1] ?? ''] ?? '';
}
