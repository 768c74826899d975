import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleOffer } from '../../../shared/model/permission';

/** What "allow always" would write and where: the exact rule and file, one of several where there is a choice. */
export function OfferChoice({ offers, chosen, onChoose }: { offers: readonly RuleOffer[]; chosen: RuleOffer | undefined; onChoose: (offer: RuleOffer) => void }) {
  const { t } = useTranslation(['conversation', 'common']);
  const name = useId();
  return (
    <fieldset className="px-1 pb-2 text-sm">
      <legend className="label">{t('request.always')}</legend>
      {offers.map((offer) => (
        <label key={`${offer.scope} ${offer.rule} ${offer.file}`} className="flex items-baseline gap-2 leading-[22px]">
          {offers.length > 1 ? <input type="radio" name={name} checked={offer === chosen} onChange={() => onChoose(offer)} className="shrink-0 self-center" /> : undefined}
          <span className="break-anywhere font-mono">{offer.rule}</span>
          <span className="min-w-0 break-anywhere text-faint text-xs">{offer.file ?? t(`common:scope.${offer.scope}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
