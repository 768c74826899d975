import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleEdit } from '../../../shared/model/matrix';
import type { Mode } from '../../../shared/model/mode';
import type { RuleRef } from '../../../shared/model/permission';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Failed } from '../../ui/failed';
import { SidePanel } from '../../ui/side-panel';
import { useMedia } from '../../ui/use-media';
import { CellDetail } from './cell-detail';
import { type CellPlace, MatrixGrid } from './matrix-grid';
import { PlanPreview } from '../../ui/plan-preview';
import { usePresentMode } from './present-mode';
import { RowForm } from './row-form';
import { useRulePlan } from '../../stores/use-rule-plan';

interface MatrixTabProps {
  place: { folder: string; session?: string };
  /** A row that a link leads to. */
  row: string | undefined;
  changed: string;
  /** The mode that a settings file asks for. */
  fromFiles: Mode | undefined;
  onWritten: () => void;
  onRule: (rule: RuleRef) => void;
}

/** Below this width the table has room for one verdict beside the name of a row. */
const NARROW = '(max-width: 639px)';

/** What may be done here, by whom, and which rule says so; a cell is edited after its change was looked at. */
export function MatrixTab({ place, row, changed, fromFiles, onWritten, onRule }: MatrixTabProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const { data, error, loading, again } = useAnswer(
    'permission.matrix',
    place,
    `${place.folder} ${place.session} ${changed}`,
    place.folder,
  );
  const planner = useRulePlan(place, (edits) => {
    onWritten();
    showAdded(edits);
  });
  const present = `mode:${usePresentMode(fromFiles)}`;
  const narrow = useMedia(NARROW);
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<CellPlace | undefined>(row ? { row, column: present } : undefined);
  const [adding, setAdding] = useState(false);
  const showAdded = (edits: readonly RuleEdit[]) => {
    const added = edits.find((edit) => edit.type === 'add-row');
    if (!added) return;
    setAdding(false);
    setChosen({ row: `custom:${added.name}`, column: 'scope:local' });
  };
  const panel = useRef<HTMLDivElement>(null);
  const { drop } = planner;
  const choose = (next: CellPlace) => {
    if (next.row === chosen?.row && next.column === chosen.column) return;
    setAdding(false);
    drop();
    setChosen(next);
  };
  const found = data !== undefined && row !== undefined;
  useEffect(() => {
    if (found && row) document.querySelector(`[data-row="${CSS.escape(row)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [found, row]);
  if (error) return <Failed error={error} onRetry={again} />;
  if (!data) return <p className="px-4 py-3 text-faint">{t('common:loading')}</p>;
  const short = narrow && !all;
  const shown = short ? { ...data, columns: data.columns.filter(({ id }) => id === present) } : data;
  const at =
    chosen && shown.columns.some(({ id }) => id === chosen.column) ? chosen : { row: chosen?.row ?? 'read-project', column: present };
  return (
    <SidePanel
      name={t('matrix.panel')}
      main={
        <>
          <div className="flex min-h-[34px] shrink-0 flex-wrap items-center gap-x-3 px-4 py-1 text-muted text-sm" aria-busy={loading}>
            <p className="min-w-0 flex-1 basis-64 text-pretty">
              {t(short ? 'matrix.shortNote' : 'matrix.note')} {t('matrix.legend')}
            </p>
            {narrow ? (
              <Button look="quiet" aria-pressed={all} onClick={() => setAll(!all)} className="aria-pressed:bg-selected">
                {t('matrix.all')}
              </Button>
            ) : undefined}
            <Button
              look="quiet"
              onClick={() => {
                drop();
                setAdding(true);
              }}
            >
              <Plus size={13} aria-hidden />
              {t('rows.add')}
            </Button>
          </div>
          <MatrixGrid
            matrix={shown}
            chosen={at}
            onChoose={choose}
            onOpen={() => panel.current?.querySelector<HTMLElement>('[data-choices] button:not(:disabled), button')?.focus()}
          />
        </>
      }
      panel={
        <div ref={panel}>
          {adding ? (
            <div className="flex flex-col gap-3">
              <RowForm planner={planner} known={data.rows} onClose={() => setAdding(false)} />
              <PlanPreview planner={planner} folder={place.folder} onRule={onRule} />
            </div>
          ) : (
            <CellDetail matrix={data} place={at} folder={place.folder} planner={planner} onRule={onRule} />
          )}
        </div>
      }
    />
  );
}
