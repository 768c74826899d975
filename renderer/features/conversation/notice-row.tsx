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
  const { t } = useTranslation(['conversation', 'common']);
  const view = useItemView(item.id);
  if (view?.item.kind !== 'notice') return <div className="h-[26px]" />;
  const { level, code, params } = view.item;
  const { message, reason, ...rest } = params;
  const cause = typeof reason === 'string' ? t(`common:failure.${reason}`, { defaultValue: reason }) : '';
  const { Icon, tone } = LOOKS[level];
  return (
    <p className="flex items-start gap-2 py-1 text-sm">
      <Icon size={14} aria-hidden className={`mt-[3px] shrink-0 ${tone}`} />
      <span className="min-w-0 break-anywhere">
        {t(`notice.${code}`, { ...rest, reason: cause, defaultValue: [code, ...Object.values(rest), cause].join(' ') })}{' '}
        {message === undefined ? undefined : <span lang="en">{message}</span>}
      </span>
    </p>
  );
}
