import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action, RuleOffer } from '../../../shared/model/permission';
import { useFolder } from '../../stores/folder';
import { OfferAdmits } from './offer-admits';

/** What "allow always" would write and where, or what holds for the session: the exact rule and file, one of several where there is a choice. */
export function OfferChoice({
  offers,
  action,
  chosen,
  onChoose,
}: {
  offers: readonly RuleOffer[];
  /** What is asked about: what a rule would allow besides is said of each. */
  action: Action;
  chosen: RuleOffer | undefined;
  onChoose: (offer: RuleOffer) => void;
}) {
  const { t } = useTranslation(['conversation', 'common']);
  const name = useId();
  const { trusted } = useFolder();
  // A folder that is not trusted keeps no rule: those of its files would not be in force.
  const scopeOf = ({ scope }: RuleOffer) => (scope === 'session' && !trusted ? t('request.untilTrust') : t(`common:scope.${scope}`));
  return (
    <fieldset className="text-sm">
      <legend className="label">{t(chosen?.scope === 'session' ? 'request.session' : 'request.always')}</legend>
      {offers.map((offer) => {
        const text = (
          <>
            <span className="break-anywhere whitespace-pre-line font-mono">{[offer.rule, ...(offer.also ?? [])].join('\n')}</span>
            <span className="min-w-0 break-anywhere text-faint text-xs">{offer.file ?? scopeOf(offer)}</span>
          </>
        );
        const key = [offer.scope, offer.rule, ...(offer.also ?? []), offer.file].join(' ');
        if (offers.length === 1)
          return (
            <p key={key} className="flex flex-wrap items-baseline gap-x-2 leading-[22px]">
              {text}
            </p>
          );
        return (
          <label key={key} className="flex items-baseline gap-2 leading-[22px]">
            <input type="radio" name={name} checked={offer === chosen} onChange={() => onChoose(offer)} className="shrink-0 self-center" />
            {text}
          </label>
        );
      })}
      {chosen ? <OfferAdmits offer={chosen} action={action} /> : undefined}
    </fieldset>
  );
}
