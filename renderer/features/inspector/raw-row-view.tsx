import { useTranslation } from 'react-i18next';
import type { Field } from '../../../shared/model/segment';
import { cx } from '../../ui/cx';
import { fieldHue } from '../../ui/segment-letter';

interface RawRowProps {
  top: number;
  /** Lines that are too long go on below, so the height is not known before it is drawn: `measure` takes the element and reads `index`. */
  wrap: boolean;
  index: number;
  measure: (row: HTMLElement | null) => void;
  text: string;
  depth: number;
  field: Field | undefined;
  chosen: boolean;
  hit: { from: number; to: number } | undefined;
  fold: 'open' | 'closed' | undefined;
  onToggle: () => void;
  onChoose: () => void;
}

export function RawRowView({ top, wrap, index, measure, text, depth, field, chosen, hit, fold, onToggle, onChoose }: RawRowProps) {
  const { t } = useTranslation('inspector');
  return (
    <div
      ref={wrap ? measure : undefined}
      data-index={index}
      className={cx(
        'absolute top-0 left-0 flex min-h-[19px] leading-[19px]',
        wrap ? 'w-full' : 'h-[19px] min-w-full',
        chosen && 'bg-selected',
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span className="sticky left-0 w-[22px] shrink-0 bg-bg" style={field ? { boxShadow: `inset 3px 0 0 ${fieldHue(field)}` } : undefined}>
        {fold ? (
          <button
            type="button"
            aria-expanded={fold === 'open'}
            aria-label={t(fold === 'open' ? 'raw.fold' : 'raw.unfold')}
            onClick={onToggle}
            className="ml-[5px] w-[14px] text-faint hover:text-ink"
          >
            {fold === 'open' ? '▾' : '▸'}
          </button>
        ) : undefined}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way for the pointer; segments are chosen by keyboard in Anatomy */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <span
        onClick={onChoose}
        className={cx('pr-4', wrap ? 'min-w-0 whitespace-pre-wrap break-anywhere' : 'whitespace-pre')}
        style={{ paddingLeft: depth * 12 }}
      >
        {hit ? (
          <>
            {text.slice(0, Math.max(0, hit.from))}
            <mark className="rounded-sm bg-warn text-bg">{text.slice(Math.max(0, hit.from), hit.to)}</mark>
            {text.slice(hit.to)}
          </>
        ) : (
          text.replace(/\n$/, '')
        )}
        {fold === 'closed' ? <span className="text-faint"> … </span> : undefined}
      </span>
    </div>
  );
}
