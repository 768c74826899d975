import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { Price } from '../../../shared/model/config';
import { useConfig } from '../../stores/config';
import { select } from '../../stores/selection';
import { Chip } from '../../ui/chip';
import { useFormat } from '../../ui/format';
import { useModelName } from '../../ui/model-name';
import { ScrollRegion } from '../../ui/scroll-region';
import { saveSetting } from './saves';
import { SaveLine } from './setting-row';

type Model = Result<'models.list'>['models'][number];
const dollars = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const NUMBER = 'whitespace-nowrap px-2 text-right';

/** Every model with what it holds and costs; the chosen one is the default of new sessions. */
export function ModelTable() {
  const { t } = useTranslation('settings');
  const group = useId();
  const { models, dated, currentModel } = useConfig();
  const chosen = useConfig((state) => state.config?.model);
  const ttl = useConfig((state) => state.config?.cacheTtl) ?? '5m';
  const choose = (model: string | undefined) =>
    void saveSetting(
      'model',
      model === undefined ? { clear: ['model'] } : { change: { model } },
      chosen === undefined ? { clear: ['model'] } : { change: { model: chosen } },
    );
  const names = models.map(nameOf);
  return (
    <>
      <ScrollRegion name={t('model.table')} className="rounded-md border border-line">
        <table className="w-full border-collapse text-sm">
          <thead className="label text-left">
            <tr>
              <th scope="col" rowSpan={2} className="py-1 pl-2 align-bottom font-normal">
                {t('model.name')}
              </th>
              <th scope="colgroup" colSpan={2} className="px-2 pt-1 text-right font-normal">
                {t('model.tokens')}
              </th>
              <th scope="colgroup" colSpan={4} className="px-2 pt-1 text-right font-normal">
                {t('model.prices')}
              </th>
            </tr>
            <tr className="border-line border-b">
              <Head>{t('model.context')}</Head>
              <Head>{t('model.output')}</Head>
              <Head>{t('model.priceIn')}</Head>
              <Head>{t('model.priceOut')}</Head>
              <Head>{t('model.priceWrite')}</Head>
              <Head>{t('model.priceRead')}</Head>
            </tr>
          </thead>
          <tbody>
            <tr className="border-line border-b">
              <td colSpan={7} className="p-0">
                <label className="clickable flex min-h-[28px] items-center gap-2 px-2">
                  <input type="radio" name={group} checked={chosen === undefined} onChange={() => choose(undefined)} />
                  {t('model.automatic')}
                  {chosen === undefined ? <span className="text-faint">{t('model.now', { model: currentModel ?? '' })}</span> : undefined}
                </label>
              </td>
            </tr>
            {chosen !== undefined && !names.includes(chosen) ? (
              <tr className="border-line border-b">
                <td colSpan={7} className="p-0">
                  <label className="flex min-h-[28px] items-center gap-2 px-2">
                    <input type="radio" name={group} checked readOnly />
                    <code>{chosen}</code> <Chip tone="warn">{t('model.unlisted')}</Chip>
                  </label>
                </td>
              </tr>
            ) : undefined}
          </tbody>
          {[...new Set(models.map(({ provider }) => provider))].map((provider) => {
            const own = models.filter((model) => model.provider === provider);
            return own.length === 0 ? undefined : (
              <tbody key={provider}>
                <ProviderRow provider={provider} usable={own.some((model) => model.usable)} />
                {own.map((model) => (
                  <ModelRow key={nameOf(model)} model={model} group={group} ttl={ttl} chosen={chosen} onChoose={choose} />
                ))}
              </tbody>
            );
          })}
        </table>
      </ScrollRegion>
      <p className="pt-1.5 text-faint text-sm">{t('model.dated', { date: dated ?? '', ttl: t(`model.ttl.${ttl}`) })}</p>
      <SaveLine field="model" />
    </>
  );
}

function nameOf({ provider, id }: Model): string {
  return `${provider}/${id}`;
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="whitespace-nowrap px-2 py-1 text-right align-bottom font-normal">
      {children}
    </th>
  );
}

function ProviderRow({ provider, usable }: { provider: Model['provider']; usable: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <tr className="border-line border-b bg-panel">
      <th colSpan={7} scope="rowgroup" className="px-2 py-0.5 text-left font-normal text-muted">
        {t(`model.provider.${provider}`)}
        {usable ? undefined : (
          <>
            {' · '}
            <span className="text-warn">{t('model.needsKey')}</span>{' '}
            <button type="button" className="underline hover:text-ink" onClick={() => select({ view: 'settings', detail: 'keys' })}>
              {t('keys.set')}
            </button>
          </>
        )}
      </th>
    </tr>
  );
}

interface ModelRowProps {
  model: Model;
  group: string;
  ttl: '5m' | '1h';
  chosen: string | undefined;
  onChoose: (model: string) => void;
}

function ModelRow({ model, group, ttl, chosen, onChoose }: ModelRowProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const name = nameOf(model);
  return (
    <>
      <tr className="border-line border-t first:border-t-0 hover:bg-hover">
        <td className="p-0">
          <label className="flex min-h-[28px] items-center gap-2 px-2" title={name}>
            <input type="radio" name={group} checked={name === chosen} onChange={() => onChoose(name)} />
            <span className={model.usable ? 'whitespace-nowrap' : 'whitespace-nowrap text-muted'}>{useModelName()(model)}</span>
          </label>
        </td>
        <td className={NUMBER}>{format.size(model.contextTokens)}</td>
        <td className={NUMBER}>{format.size(model.maxOutputTokens)}</td>
        <Prices price={model.price} ttl={ttl} />
      </tr>
      {model.above ? (
        <tr className="h-6 text-muted">
          <td colSpan={3} className="pl-[30px]">
            {t('model.above', { tokens: format.size(model.above.promptTokens) })}
          </td>
          <Prices price={model.above.price} ttl={ttl} />
        </tr>
      ) : undefined}
    </>
  );
}

function Prices({ price, ttl }: { price: Price | undefined; ttl: '5m' | '1h' }) {
  const { t } = useTranslation('common');
  if (!price)
    return (
      <td colSpan={4} className="px-2 text-right text-warn" title={t('cost.unknownWhy')}>
        {t('cost.unknown')}
      </td>
    );
  const shown = [
    ['in', price.input],
    ['out', price.output],
    ['write', ttl === '5m' ? price.cacheWrite5m : price.cacheWrite1h],
    ['read', price.cacheRead],
  ] as const;
  return shown.map(([key, usd]) => (
    <td key={key} className={NUMBER}>
      ${dollars.format(usd)}
    </td>
  ));
}
