import { memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Code } from './code';
import { splitBlocks } from './split-blocks';
import '../theme/prose.css';

export interface MarkdownProps {
  text: string;
  /** Opens an http, https or mailto link outside of the window. */
  onLink: (url: string) => void;
  /** What stands in the place of an image, which is never loaded. */
  imageText: (alt: string) => string;
}

const MAX_BLOCK = 30_000;
const PLUGINS = [remarkGfm];

const SAMPLE = 'A *text* with `code` and a [link](https://example.com).\n\n- one\n- two\n\n```ts\nconst x = 1;\n```\n\n|a|\n|-|\n|b|\n';

/** The first text takes ten times as long as a later one: the engine compiles the parser with it. Ahead of an answer nobody waits for that. */
export function parseSample(): void {
  ReactMarkdown({ children: SAMPLE, remarkPlugins: PLUGINS });
}

/** Untrusted Markdown: no HTML, no images, links only through `onLink`. Settled blocks are not parsed again while text grows. */
export function Markdown({ text, onLink, imageText }: MarkdownProps) {
  return (
    <div className="prose">
      {splitBlocks(text).map((block) => (
        <Block key={block.start} text={block.text} onLink={onLink} imageText={imageText} />
      ))}
    </div>
  );
}

const Block = memo(function Block({ text, onLink, imageText }: MarkdownProps) {
  // A block of this size is data, not prose; parsing it could hold the window.
  if (text.length > MAX_BLOCK) return <pre className="whitespace-pre-wrap break-anywhere">{text}</pre>;
  const components: Components = {
    a: ({ href, children }) => (
      <Link url={href ?? ''} onLink={onLink}>
        {children}
      </Link>
    ),
    img: ({ alt, src }) => (
      <span className="text-faint" title={typeof src === 'string' ? src : undefined}>
        {imageText(alt ?? '')}
      </span>
    ),
    pre: ({ children }) => <>{children}</>,
    code: ({ className, children }) => <FencedCode className={className}>{children}</FencedCode>,
  };
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={components} skipHtml={false} urlTransform={keepSafe}>
      {text}
    </ReactMarkdown>
  );
});

function FencedCode({ className, children }: { className: string | undefined; children: ReactNode }) {
  const text = String(children ?? '');
  const language = /language-(\S+)/.exec(className ?? '')?.[1];
  if (!language && !text.includes('\n')) return <code>{children}</code>;
  return <Code code={text.replace(/\n$/, '')} {...(language ? { language } : {})} />;
}

function Link({ url, onLink, children }: { url: string; onLink: (url: string) => void; children: ReactNode }) {
  if (!isSafe(url)) return <span title={url}>{children}</span>;
  return (
    <a
      href={url}
      title={url}
      rel="noreferrer noopener"
      onClick={(event) => {
        event.preventDefault();
        onLink(url);
      }}
    >
      {children}
    </a>
  );
}

function isSafe(url: string): boolean {
  return /^(https?|mailto):/i.test(url);
}

function keepSafe(url: string): string {
  return isSafe(url) ? url : '';
}
