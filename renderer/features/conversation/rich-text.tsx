import { lazy, Suspense, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { openLink } from '../../stores/open-link';
import { usePacedText } from './use-paced-text';

const Markdown = lazy(async () => ({ default: (await import('../../ui/markdown')).Markdown }));

/** Markdown, with the plain text standing in until the renderer is loaded. */
export function RichText({ text: newest }: { text: string }) {
  const { t } = useTranslation('conversation');
  // Growing text may lag behind; scrolling and typing never wait for it.
  const text = usePacedText(newest);
  const imageText = useCallback((alt: string) => t('imageBlocked', { alt }), [t]);
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap break-anywhere">{text}</div>}>
      <Markdown text={text} onLink={openLink} imageText={imageText} />
    </Suspense>
  );
}
