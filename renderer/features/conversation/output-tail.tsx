import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollRegion } from '../../ui/scroll-region';

/** The end of a text that grows, kept in sight. */
export function OutputTail({ text }: { text: string }) {
  const { t } = useTranslation('conversation');
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end stays in sight while the text grows
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    <ScrollRegion
      ref={box}
      name={t('liveOutput')}
      className="max-h-64 min-h-6 whitespace-pre-wrap break-anywhere font-mono text-sm leading-[19px]"
    >
      {text}
    </ScrollRegion>
  );
}
