import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnatomySegment } from '../../../shared/model/anatomy';
import { selectSegment, useSelection } from '../../stores/selection';
import { Button } from '../../ui/button';
import { SegmentLetter } from '../../ui/segment-letter';
import { Tokens } from '../../ui/tokens';
import { useWhy } from './use-why';

const SIGNS = { added: '+', removed: '−', moved: '↕', changed: '≠' } as const;
const FIRST = 100;

export function ChangeList({ kind, segments }: { kind: keyof typeof SIGNS; segments: readonly AnatomySegment[] }) {
  const { t } = useTranslation(['inspector', 'common']);
  const why = useWhy();
  const chosen = useSelection((state) => state.current.segment);
  const [all, setAll] = useState(false);
  if (segments.length === 0) return undefined;
  const shown = all ? segments : segments.slice(0, FIRST);
  return (
    <section aria-label={t(`changes.${kind}`)} className="pb-2">
      <h3 className="flex h-[26px] items-center gap-2 bg-panel px-3 font-semibold text-sm">
        {t(`changes.${kind}`)}
        <span className="font-normal text-faint text-xs">{t('anatomy.pieces', { count: segments.length })}</span>
      </h3>
      <ul>
        {shown.map((segment) => (
          <li key={segment.id}>
            <button
              type="button"
              aria-current={segment.id === chosen}
              data-selected={segment.id === chosen}
              disabled={kind === 'removed'}
              onClick={() => selectSegment(segment.id)}
              className="clickable flex min-h-[26px] w-full items-center gap-2 px-3 text-left text-sm"
            >
              <span aria-hidden className="w-3 text-center font-mono text-faint">
                {SIGNS[kind]}
              </span>
              <SegmentLetter origin={segment.origin} field={segment.field} />
              <span className="shrink-0">{t(`common:kind.${segment.kind}`)}</span>
              <span className="min-w-0 flex-1 truncate text-faint text-xs" title={segment.path}>
                {why.trigger(segment.why)}
              </span>
              <Tokens count={segment.tokens} estimated className="text-muted" />
            </button>
          </li>
        ))}
      </ul>
      {shown.length < segments.length ? (
        <Button look="quiet" className="ml-2" onClick={() => setAll(true)}>
          {t('changes.all', { count: segments.length })}
        </Button>
      ) : undefined}
    </section>
  );
}
