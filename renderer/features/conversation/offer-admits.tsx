import { useTranslation } from 'react-i18next';
import type { Action, RuleOffer } from '../../../shared/model/permission';
import { useSession } from '../../stores/session';
import { useAnswer } from '../../stores/use-answer';

/** What else an offered rule would have allowed of the calls on record, with real examples, before anybody takes it. */
export function OfferAdmits({ offer, action }: { offer: RuleOffer; action: Action }) {
  const { t } = useTranslation('conversation');
  const session = useSession((state) => state.id);
  const folder = useSession((state) => state.state?.folder);
  const rules = [offer.rule, ...(offer.also ?? [])];
  const except = action.command ?? (action.url === undefined ? undefined : `${action.tool} ${action.url}`);
  const params = { folder: folder ?? '', rules, ...(session ? { session } : {}), ...(except === undefined ? {} : { except }) };
  const { data } = useAnswer('permission.admits', params, folder === undefined ? undefined : rules.join('\n'), rules.join('\n'));
  if (!data) return undefined;
  return (
    <p className="break-anywhere text-faint text-xs">
      {data.kinds === 0 ? t('request.admitsNothing') : t('request.admits', { count: data.kinds })}{' '}
      {data.kinds === 0 ? undefined : <code>{data.examples.map(({ call }) => call).join(' · ')}</code>}
    </p>
  );
}
