/** How a verb is told in each of its forms: the part that stays, and what follows it. */
interface VerbForms {
  root: string;
  /** Before ない, and before て or ください; before ます; at the end of a sentence. */
  negative: string;
  linking: string;
  polite: string;
  plain: string;
}

/** What a sentence asks for: the verb in English where this program knows what it means, and all that stands before it. */
export interface JapanesePredicate {
  wanted: boolean;
  verb: string;
  object: string;
}

const suru = (root: string): VerbForms => ({ root, negative: 'し', linking: 'して', polite: 'し', plain: 'する' });
const ru = (root: string): VerbForms => ({ root, negative: '', linking: 'て', polite: '', plain: 'る' });

const VERBS: ReadonlyArray<[verb: string, forms: readonly VerbForms[]]> = [
  [
    'use',
    [{ root: '使', negative: 'わ', linking: 'って', polite: 'い', plain: 'う' }, ru('用い'), ...['使用', '利用', '採用', '統一'].map(suru)],
  ],
  ['run', [...['実行', '起動'].map(suru), ru('走らせ')]],
  ['commit', [suru('コミット')]],
  ['push', [suru('プッシュ'), suru('push')]],
  ['rebase', [suru('リベース'), suru('rebase')]],
  ['format', [suru('整形'), suru('フォーマット')]],
  [
    'edit',
    [
      ...['編集', '変更', '修正', '更新', '上書き'].map(suru),
      ru('書き換え'),
      ru('変え'),
      { root: '触', negative: 'ら', linking: 'って', polite: 'り', plain: 'る' },
    ],
  ],
  ['delete', [suru('削除'), { root: '消', negative: 'さ', linking: 'して', polite: 'し', plain: 'す' }]],
  [
    'read',
    [
      ...['参照', '表示', '閲覧'].map(suru),
      { root: '読', negative: 'ま', linking: 'んで', polite: 'み', plain: 'む' },
      { root: '開', negative: 'か', linking: 'いて', polite: 'き', plain: 'く' },
    ],
  ],
  ['answer', [...['回答', '返答', '応答', '返信'].map(suru), ru('答え')]],
  [
    'write',
    [
      ...['記述', '記載', 'ハードコード', '出力', '公開'].map(suru),
      ...['含め', '入れ', '埋め込'].map(ru),
      { root: '書', negative: 'か', linking: 'いて', polite: 'き', plain: 'く' },
    ],
  ],
  ['add', [suru('追加'), ru('加え')]],
  ['create', [suru('作成'), { root: '作', negative: 'ら', linking: 'って', polite: 'り', plain: 'る' }]],
];

const BANNED = '(?:禁止|厳禁|不可|NG)(?:です|とする|とします|する|します)?';
const AVOIDED = '(?:避け|控え|や?め)(?:る|ること|てください|ます)';
const MUST = '(?:なければ|ないと)(?:ならない|なりません|いけない|いけません)';
const MUST_NOT = 'は(?:いけない|いけません|ならない|なりません|(?:だめ|ダメ)(?:です)?)';

const FORMS = VERBS.flatMap(([verb, all]) =>
  all.flatMap(({ root, negative, linking, polite, plain }) => {
    const nouns = plain === 'する' ? [`(?:を|は)?${BANNED}`, `を?${AVOIDED}`] : [];
    const not = [
      `${negative}ない(?:こと|ように(?:する|すること|してください)?|で(?:ください)?)?(?:です)?`,
      `${polite}ません`,
      `${linking}${MUST_NOT}`,
      `${plain}(?:の|こと)(?:は|を)(?:${BANNED}|${AVOIDED})`,
      `${plain}べきでは(?:ない|ありません)`,
      ...nouns,
    ];
    const always = [
      `${plain}(?:こと|ように(?:する|すること|してください)|べき(?:です|である)?)?`,
      `${polite}ます`,
      `${linking}ください`,
      `${negative}${MUST}`,
      ...(plain === 'する' ? ['(?:は|を)?必須(?:です|とする)?'] : []),
    ];
    const form = (endings: readonly string[]) => new RegExp(`^(.*?)(?:を|は|には|も|の)?${root}(?:${endings.join('|')})$`);
    return [
      { verb, wanted: true, form: form(always) },
      { verb, wanted: false, form: form(not) },
    ];
  }),
);

/** By the verb at the end of the sentence; undefined where it is none that orders something known. */
export function readPredicate(sentence: string): JapanesePredicate | undefined {
  for (const { verb, wanted, form } of FORMS) {
    const object = form.exec(sentence)?.[1];
    if (object !== undefined) return { verb, wanted, object };
  }
  return undefined;
}
