import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Usage } from '../../shared/model/usage';
import { cx } from './cx';
import { useFormat } from './format';

interface TokensProps {
  count: number;
  /** The host's own guess. */
  estimated?: boolean;
  /** A part of a counted sum, divided by what was estimated. */
  share?: boolean;
  /** Without the unit: a heading or the words beside it say that these are tokens. */
  bare?: boolean;
  className?: string;
}

/** A count of tokens; the exact number, and whether it was counted or estimated, is in the title. */
export function Tokens({ count, estimated = false, share = false, bare = false, className }: TokensProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const short = `${estimated && Math.round(count) > 0 ? '~' : ''}${format.tokens(count)}`;
  return (
    <span
      className={cx('whitespace-nowrap', className)}
      title={t(`tokens.${share ? 'share' : estimated ? 'estimated' : 'exact'}`, { count: format.count(Math.round(count)) })}
    >
      {bare ? short : t('tokens.short', { count: short })}
    </span>
  );
}

/**
 * What one call read from the cache, wrote to it, read anew and put out: four disjoint numbers in that order, without those that are
 * zero. `estimated` marks numbers in which the host's own guess has a part.
 */
export function UsageLine({ usage, estimated = false, className }: { usage: Usage; estimated?: boolean; className?: string }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const all = [
    ['read', usage.cacheRead],
    ['written', usage.cacheWrite],
    ['new', usage.input],
    ['out', usage.output],
  ] as const;
  const parts = all.filter(([name, count]) => count > 0 || name === 'out');
  return (
    <span className={className}>
      {parts.map(([name, count], at) => (
        <Fragment key={name}>
          {at > 0 ? ' · ' : ''}
          <span className="whitespace-nowrap" title={t(estimated ? 'tokens.estimated' : 'tokens.exact', { count: format.count(count) })}>
            {t(`usage.${name}`)} {estimated && count > 0 ? '~' : ''}
            {name === 'out' ? t('tokens.short', { count: format.tokens(count) }) : format.tokens(count)}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
