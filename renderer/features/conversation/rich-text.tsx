import { type ComponentType, lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openLink } from '../../stores/open-link';
import type { MarkdownProps } from '../../ui/markdown';
import { usePacedText } from './use-paced-text';

let ready: ComponentType<MarkdownProps> | undefined;
/** What draws an answer, ahead of the first one. */
export async function loadMarkdown(): Promise<ComponentType<MarkdownProps>> {
  const { Markdown, parseSample } = await import('../../ui/markdown');
  if (!ready) parseSample();
  ready = Markdown;
  return ready;
}
const WaitingMarkdown = lazy(async () => ({ default: await loadMarkdown() }));

/** Markdown, with the plain text standing in until the renderer is loaded. */
export function RichText({ text: newest }: { text: string }) {
  const { t } = useTranslation('conversation');
  const text = usePacedText(newest);
  const imageText = useCallback((alt: string) => t('imageBlocked', { alt }), [t]);
  const [Markdown] = useState(() => ready ?? WaitingMarkdown);
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap break-anywhere">{text}</div>}>
      <Markdown text={text} onLink={openLink} imageText={imageText} />
    </Suspense>
  );
}
