import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ItemSpine } from '../../../shared/model/session';
import { useItemView } from '../../stores/use-item-view';

const LOOKS = {
  info: { Icon: Info, tone: 'text-muted' },
  warning: { Icon: TriangleAlert, tone: 'text-warn' },
  error: { Icon: CircleAlert, tone: 'text-bad' },
} as const;

export function NoticeRow({ item }: { item: ItemSpine }) {
  const { t } = useTranslation(['conversation', 'common', 'diagnostics']);
  const view = useItemView(item.id);
  if (view?.item.kind !== 'notice') return <div className="h-[26px]" />;
  const { level, code, params } = view.item;
  const { message, reason, problem, block, place, detail, ...given } = params;
  const rest =
    detail === undefined ? given : { ...given, text: t(`diagnostics:detail.${detail}`, { ...given, defaultValue: String(given['text']) }) };
  const cause = typeof reason === 'string' ? t(`common:failure.${reason}`, { defaultValue: reason }) : '';
  const refused =
    block === undefined ? {} : { what: t('notice.refused-block', { place, block: t([`notice.block.${block}`, 'notice.block.other']) }) };
  const { Icon, tone } = LOOKS[level];
  return (
    <p className="flex items-start gap-2 py-1 text-sm">
      <Icon size={14} aria-hidden className={`mt-[3px] shrink-0 ${tone}`} />
      <span className="min-w-0 break-anywhere">
        {t(`notice.${code}`, { ...rest, ...refused, reason: cause, defaultValue: [code, ...Object.values(rest), cause].join(' ') })}{' '}
        {problem === undefined ? '' : t(`diagnostics:code.${problem}`, { defaultValue: '' })}{' '}
        {message === undefined ? undefined : <span lang="en">{message}</span>}
      </span>
    </p>
  );
}
