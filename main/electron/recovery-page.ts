import { randomBytes } from 'node:crypto';
import { securityHeaders } from '../host/security-headers';

export const RECOVERY_PATH = '/recovery';

const WORDS = {
  en: {
    title: 'The window stopped working',
    text: 'Nothing is lost: the agent and the session go on behind it.',
    reload: 'Load the window again',
  },
  ja: {
    title: 'ウィンドウが停止しました',
    text: '失われたものはありません。エージェントとセッションは背後で続いています。',
    reload: 'ウィンドウを再読み込み',
  },
};

/** What a window shows after its page crashed: no script, one link back. */
export function recoveryPage(language: string): Response {
  const lang = language.startsWith('ja') ? 'ja' : 'en';
  const words = WORDS[lang];
  const nonce = randomBytes(16).toString('base64');
  const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${words.title}</title>
<style nonce="${nonce}">:root{color-scheme:light dark}body{font:14px/1.7 system-ui,sans-serif;display:grid;place-content:center;height:100vh;margin:0;padding:0 2rem}a{font-weight:600}</style>
<main><h1>${words.title}</h1><p>${words.text}</p><p><a id="reload" href="/">${words.reload}</a></p></main></html>`;
  return new Response(html, {
    headers: { ...securityHeaders({ nonce }), 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}
