import { useTranslation } from 'react-i18next';
import type { Anatomy, PayloadDiff } from '../../../shared/model/anatomy';
import { promptTokens } from '../../../shared/model/add-usage';
import { Cost } from '../../ui/cost';
import { useFormat } from '../../ui/format';
import { UsageLine } from '../../ui/tokens';

const PARTS = [
  { name: 'cacheRead', fill: 'var(--messages)' },
  { name: 'cacheWrite', fill: 'var(--tools)' },
  { name: 'input', fill: 'var(--line-strong)' },
] as const;

/** What became of the prompt in the cache: the prefix that was kept, what broke it, and what the provider read, wrote and charged. */
export function CacheFate({ diff, anatomy }: { diff: PayloadDiff; anatomy: Anatomy }) {
  const { t } = useTranslation(['inspector', 'common']);
  const format = useFormat();
  const { prefix, usage, price } = diff;
  const total = usage ? promptTokens(usage) : 0;
  return (
    <section aria-label={t('cache.name')} className="border-line border-y px-3 py-2 text-sm">
      <p>
        {prefix.brokenBy === 'first-call' || prefix.segments === 0
          ? t('cache.noPrefix')
          : t('cache.prefix', {
              segments: format.count(prefix.segments),
              of: format.count(anatomy.segments.length),
              tokens: format.count(Math.round(prefix.tokens)),
              bytes: format.bytes(prefix.bytes),
            })}
      </p>
      {prefix.brokenBy ? (
        <p className={prefix.brokenBy === 'first-call' ? 'text-muted' : 'text-warn'}>{t(`cache.broken.${prefix.brokenBy}`)}</p>
      ) : (
        <p className="text-muted">{t('cache.whole')}</p>
      )}
      {usage && total > 0 ? (
        <>
          <div
            className="mt-2 flex h-2 overflow-hidden rounded-full bg-sunken"
            role="img"
            aria-label={t('cache.bar', {
              read: format.percent(usage.cacheRead / total),
              written: format.percent(usage.cacheWrite / total),
              rest: format.percent(usage.input / total),
            })}
          >
            {PARTS.map(({ name, fill }) => (
              <span key={name} style={{ width: `${(usage[name] / total) * 100}%`, background: fill }} />
            ))}
          </div>
          <div className="mt-1 flex flex-wrap gap-x-4 text-muted text-xs">
            <UsageLine usage={usage} />
            <Cost usd={diff.costUsd} />
            {price ? (
              <span>
                {t('cache.price', { input: price.input, read: price.cacheRead, write: price.cacheWrite5m, output: price.output })}
              </span>
            ) : undefined}
          </div>
        </>
      ) : (
        <p className="mt-1 text-faint text-xs">{t('cache.noUsage')}</p>
      )}
    </section>
  );
}
