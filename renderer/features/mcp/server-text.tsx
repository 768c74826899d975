import { useTranslation } from 'react-i18next';
import { cutEnd } from '../../../shared/text/cut-text';
import { cx } from '../../ui/cx';
import { ScrollRegion } from '../../ui/scroll-region';

/** More is nobody's description, and would hold up the page. */
const MOST_CHARS = 20_000;

/** A text of a server: untrusted, so it is shown as it is, bounded, and marked as the server's. */
export function ServerText({ name, text, className }: { name: string; text: string; className?: string }) {
  const { t } = useTranslation('mcp');
  const left = text.length - MOST_CHARS;
  return (
    <div className={cx('min-w-0 border-warn border-l-2 pl-2.5', className)}>
      <p className="text-faint text-xs">{t('serverSays')}</p>
      <ScrollRegion name={name} className="max-h-60 whitespace-pre-wrap break-anywhere text-sm">
        <bdi>{cutEnd(text, MOST_CHARS)}</bdi>
        {left > 0 ? <p className="text-muted">{t('moreChars', { count: left })}</p> : undefined}
      </ScrollRegion>
    </div>
  );
}
