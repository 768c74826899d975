import { useTranslation } from 'react-i18next';
import type { Field } from '../../shared/model/segment';
import { cx } from './cx';
import { originLetter, originName, originTint } from './origin';

const HUES: Record<Field, string> = { system: 'var(--system)', tools: 'var(--tools)', messages: 'var(--messages)' };

/** The badge of a segment everywhere: the letter and tint say the origin, the hue says the field. */
export function SegmentLetter({ origin, field, className }: { origin: number; field: Field; className?: string }) {
  const { t } = useTranslation('common');
  const name = t('segment.badge', { origin: t(`origin.${originName(origin)}`), field: t(`field.${field}`) });
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className={cx('inline-flex size-[17px] shrink-0 items-center justify-center rounded-sm font-semibold text-ink text-xs', className)}
      style={{
        background: `color-mix(in srgb, ${HUES[field]} ${originTint(origin)}%, var(--bg))`,
        boxShadow: `inset 2px 0 0 ${HUES[field]}`,
      }}
    >
      <span aria-hidden>{originLetter(origin)}</span>
    </span>
  );
}

export function fieldHue(field: Field): string {
  return HUES[field];
}
