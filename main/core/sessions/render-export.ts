import { cutCodePoints } from '../../../shared/text/cut-text';
import type { ExportBlock, ExportDocument } from './export-document';

export function renderMarkdown(document: ExportDocument): string {
  const facts = document.facts.map(([label, value]) => `- ${label}: ${value}`);
  const blocks = document.blocks.map((block) => `## ${block.heading}\n\n${block.form === 'code' ? fence(block) : block.text}`);
  return `${[`# ${document.title.replace(/\s+/g, ' ')}`, facts.join('\n'), ...blocks, footer(document)].join('\n\n')}\n`;
}

/** One file, no script, nothing loaded from anywhere; follows the reader's light or dark theme. */
export function renderHtml(document: ExportDocument): string {
  const facts = document.facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(document.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(document.title)}</h1>
<dl>${facts.join('')}</dl>
${document.blocks.map(htmlBlock).join('\n')}
<footer>${escapeHtml(footer(document))}</footer>
</main>
</body>
</html>
`;
}

/** A file name made of the title, safe on every system. */
export function exportName(title: string, id: string, extension: string): string {
  const words = cutCodePoints(
    title
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
    40,
  ).toLowerCase();
  return `${words === '' ? 'session' : words}-${id}.${extension}`;
}

function htmlBlock({ role, heading, text, form }: ExportBlock): string {
  const body = form === 'code' ? `<pre><code>${escapeHtml(text)}</code></pre>` : `<div class="text">${escapeHtml(text)}</div>`;
  return `<section class="${role}"><h2>${escapeHtml(heading)}</h2>${body}</section>`;
}

/** A fence that is longer than any run of backticks in the text. */
function fence({ text, language }: ExportBlock): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language ?? ''}\n${text}${text.endsWith('\n') ? '' : '\n'}${marks}`;
}

function footer({ redacted }: ExportDocument): string {
  return `Exported from Vitrine. Secrets hidden: ${redacted}.`;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;');
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.6 system-ui, "Noto Sans CJK JP", sans-serif; margin: 0; color: light-dark(#1c1c1a, #e6e5e1); background: light-dark(#fbfaf7, #191917); }
@supports not (color: light-dark(#000, #fff)) { body { color: #1c1c1a; background: #fbfaf7; } @media (prefers-color-scheme: dark) { body { color: #e6e5e1; background: #191917; } } }
main { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.3; }
h2 { font-size: .85rem; font-weight: 600; margin: 0 0 .4rem; opacity: .75; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; font-size: .85rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
section { border-left: 3px solid rgba(128, 128, 128, .35); padding: .1rem 0 .1rem 1rem; margin: 1.2rem 0; }
.user { border-color: #2f7d6d; } .assistant { border-color: #7a5cc0; } .tool, .result { border-color: #b5762a; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { font: 12.5px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: .6rem .8rem; background: rgba(128, 128, 128, .12); border-radius: 4px; }
.thinking, .reminder, .note { opacity: .8; }
footer { font-size: .8rem; opacity: .7; margin-top: 2rem; }
`;
