import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore, type LanguageInput } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';

export interface TokenLine {
  at: number;
  tokens: { at: number; text: string; color: string | undefined }[];
}

export interface HighlightRequest {
  id: number;
  code: string;
  language: string;
}
/** `lines` is missing when the language is unknown or the text defeats the grammar. */
export interface HighlightAnswer {
  id: number;
  lines?: TokenLine[];
}

const languages: Record<string, () => Promise<LanguageInput>> = {
  bash: async () => (await import('shiki/langs/bash.mjs')).default,
  c: async () => (await import('shiki/langs/c.mjs')).default,
  css: async () => (await import('shiki/langs/css.mjs')).default,
  diff: async () => (await import('shiki/langs/diff.mjs')).default,
  go: async () => (await import('shiki/langs/go.mjs')).default,
  html: async () => (await import('shiki/langs/html.mjs')).default,
  java: async () => (await import('shiki/langs/java.mjs')).default,
  javascript: async () => (await import('shiki/langs/javascript.mjs')).default,
  json: async () => (await import('shiki/langs/json.mjs')).default,
  markdown: async () => (await import('shiki/langs/markdown.mjs')).default,
  python: async () => (await import('shiki/langs/python.mjs')).default,
  rust: async () => (await import('shiki/langs/rust.mjs')).default,
  sql: async () => (await import('shiki/langs/sql.mjs')).default,
  toml: async () => (await import('shiki/langs/toml.mjs')).default,
  tsx: async () => (await import('shiki/langs/tsx.mjs')).default,
  typescript: async () => (await import('shiki/langs/typescript.mjs')).default,
  yaml: async () => (await import('shiki/langs/yaml.mjs')).default,
};
const ALIASES: Record<string, string> = {
  cjs: 'javascript',
  h: 'c',
  htm: 'html',
  js: 'javascript',
  jsonc: 'json',
  jsx: 'tsx',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  py: 'python',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

// Colours are the theme's own variables, so that one result serves light and dark. The engine is JavaScript: no wasm, no eval.
const theme = createCssVariablesTheme({ name: 'ink', variablePrefix: '--shiki-', fontStyle: false });
const engine = createJavaScriptRegexEngine({ forgiving: true });

let core: Promise<HighlighterCore> | undefined;
const loading = new Map<string, Promise<void>>();

/** Undefined when the language is unknown. */
async function highlight({ code, language }: HighlightRequest): Promise<TokenLine[] | undefined> {
  const wanted = language.toLowerCase();
  const name = ALIASES[wanted] ?? wanted;
  const load = languages[name];
  if (!load) return undefined;
  core ??= createHighlighterCore({ themes: [theme], langs: [], engine });
  const highlighter = await core;
  const ready = loading.get(name) ?? load().then((input) => highlighter.loadLanguage(input));
  loading.set(name, ready);
  await ready;
  const { tokens } = highlighter.codeToTokens(code, { lang: name, theme: 'ink', tokenizeTimeLimit: 200 });
  return tokens.map((line, at) => ({ at, tokens: line.map((token) => ({ at: token.offset, text: token.content, color: token.color })) }));
}

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  void highlight(data)
    .catch(() => undefined)
    .then((lines) => {
      const answer: HighlightAnswer = lines === undefined ? { id: data.id } : { id: data.id, lines };
      postMessage(answer);
    });
});
