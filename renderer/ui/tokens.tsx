import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Usage } from '../../shared/model/usage';
import { useFormat } from './format';

/** A count of tokens; the exact number is in the title. `estimated` marks the host's own guess. */
export function Tokens({ count, estimated = false, className }: { count: number; estimated?: boolean; className?: string }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  return (
    <span className={className} title={t(estimated ? 'tokens.estimated' : 'tokens.exact', { count: format.count(Math.round(count)) })}>
      {estimated ? '~' : ''}
      {format.tokens(count)}
    </span>
  );
}

/**
 * What one call read from the cache, wrote to it, read anew and put out: four disjoint numbers in that order. `estimated` marks
 * numbers in which the host's own guess has a part.
 */
export function UsageLine({ usage, estimated = false, className }: { usage: Usage; estimated?: boolean; className?: string }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const parts = [
    ['read', usage.cacheRead],
    ['written', usage.cacheWrite],
    ['new', usage.input],
    ['out', usage.output],
  ] as const;
  return (
    <span className={className}>
      {parts.map(([name, count], at) => (
        <Fragment key={name}>
          {at > 0 ? ' · ' : ''}
          <span className="whitespace-nowrap" title={t(estimated ? 'tokens.estimated' : 'tokens.exact', { count: format.count(count) })}>
            {t(`usage.${name}`)} {estimated && count > 0 ? '~' : ''}
            {format.tokens(count)}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
