import { useEffect, useState } from 'react';
import { cx } from './cx';
import type { TokenLine } from '../workers/highlight.worker';

interface CodeProps {
  code: string;
  /** A language name as after a Markdown fence; unknown ones stay plain. */
  language?: string;
  /** A named box can be scrolled by keyboard. */
  name?: string;
  className?: string;
}

const MAX_HIGHLIGHTED = 60_000;
const SETTLED_MS = 150;

/** Code at once in plain ink; colours follow when the highlighter, loaded off the critical path, has them. */
export function Code({ code, language, name, className }: CodeProps) {
  const [done, setDone] = useState<{ code: string; lines: TokenLine[] }>();
  useEffect(() => {
    if (!language || code.length > MAX_HIGHLIGHTED) return;
    let current = true;
    // Text that still grows is left alone: each of its states would be read from its beginning again.
    const timer = setTimeout(async () => {
      const { highlight } = await import('./highlight');
      const lines = current ? await highlight(code, language) : undefined;
      if (current && lines) setDone({ code, lines });
    }, SETTLED_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [code, language]);
  const box = name ? { 'aria-label': name, tabIndex: 0, role: 'group' } : {};
  return (
    <pre {...box} className={cx('overflow-auto font-mono text-sm leading-[19px] focus-inset', className)}>
      <code>{done && done.code === code ? done.lines.map(renderLine) : code}</code>
    </pre>
  );
}

function renderLine(line: TokenLine) {
  return (
    <span key={line.at}>
      {line.at > 0 ? '\n' : ''}
      {line.tokens.map((token) => (
        <span key={token.at} style={token.color ? { color: token.color } : undefined}>
          {token.text}
        </span>
      ))}
    </span>
  );
}
