import { useEffect, useState } from 'react';
import { cx } from './cx';
import type { TokenLine } from './highlight';

interface CodeProps {
  code: string;
  /** A language name as after a Markdown fence; unknown ones stay plain. */
  language?: string;
  /** Named regions can be scrolled by keyboard. */
  name?: string;
  className?: string;
}

const MAX_HIGHLIGHTED = 60_000;

/** Code at once in plain ink; colours follow when the highlighter, loaded off the critical path, has them. */
export function Code({ code, language, name, className }: CodeProps) {
  const [done, setDone] = useState<{ code: string; lines: TokenLine[] }>();
  useEffect(() => {
    if (!language || code.length > MAX_HIGHLIGHTED) return;
    let current = true;
    void import('./highlight')
      .then(({ highlight }) => highlight(code, language))
      .then((lines) => {
        if (current && lines) setDone({ code, lines });
      });
    return () => {
      current = false;
    };
  }, [code, language]);
  const region = name ? { 'aria-label': name, tabIndex: 0, role: 'region' } : {};
  return (
    <pre {...region} className={cx('overflow-auto font-mono text-sm leading-[19px] focus-inset', className)}>
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
