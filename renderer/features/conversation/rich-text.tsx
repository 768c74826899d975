import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { openLink } from '../../stores/open-link';
import { loadAhead } from '../../ui/load-ahead';
import type { MarkdownProps } from '../../ui/markdown';
import { usePacedText } from './use-paced-text';

/** What draws an answer. */
export const { load: loadMarkdown, Part: Markdown } = loadAhead<MarkdownProps>(async () => {
  const { Markdown, parseSample } = await import('../../ui/markdown');
  parseSample();
  return Markdown;
}, PlainText);

/** Markdown, with the plain text standing in until the renderer is loaded. */
export function RichText({ text: newest }: { text: string }) {
  const { t } = useTranslation('conversation');
  const text = usePacedText(newest);
  const imageText = useCallback((alt: string) => t('imageBlocked', { alt }), [t]);
  return <Markdown text={text} onLink={openLink} imageText={imageText} />;
}

function PlainText({ text }: MarkdownProps) {
  return <div className="whitespace-pre-wrap break-anywhere">{text}</div>;
}
