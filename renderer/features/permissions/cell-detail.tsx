import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Matrix, MatrixRow, Probe } from '../../../shared/model/matrix';
import type { RuleRef } from '../../../shared/model/permission';
import { useConfig } from '../../stores/config';
import { Button } from '../../ui/button';
import { useDecisionWhy, VerdictChip } from '../../ui/decision-chip';
import { keyed } from '../../ui/keyed';
import { useCellDifference } from '../../ui/cell-words';
import type { CellPlace } from './matrix-grid';
import { useColumnName, useRowName } from '../../ui/matrix-names';
import { PlanPreview } from '../../ui/plan-preview';
import type { RulePlanner } from '../../stores/use-rule-plan';

interface CellDetailProps {
  matrix: Matrix;
  place: CellPlace;
  folder: string;
  planner: RulePlanner;
  onRule: (rule: RuleRef) => void;
}

/** One cell: what its example calls come to and why, what it could say instead, and what that would change. */
export function CellDetail({ matrix, place, folder, planner, onRule }: CellDetailProps) {
  const { t } = useTranslation('permissions');
  const rowName = useRowName();
  const columnName = useColumnName();
  const difference = useCellDifference();
  const webFetch = useConfig((state) => state.config?.webFetch ?? true);
  const row = matrix.rows.find(({ id }) => id === place.row);
  const column = matrix.columns.find(({ id }) => id === place.column);
  const cell = matrix.cells.find((one) => one.row === place.row && one.column === place.column);
  if (!row || !column || !cell) return undefined;
  const proposed = planner.proposed?.edits.find((edit) => edit.type === 'cell' && edit.row === place.row && edit.column === place.column);
  const editable = column.kind === 'agent' || (column.kind === 'scope' && column.editable);
  return (
    <section aria-label={t('matrix.cell')} className="flex min-w-0 flex-col gap-3">
      <div>
        <h2 className="font-semibold">{rowName(row.id)}</h2>
        <p className="text-muted text-sm">{columnName(column.id)}</p>
        <p className="max-w-[60ch] pt-1 text-muted text-sm">{t(`why.${row.capability ?? 'custom'}`)}</p>
        {column.kind === 'mode' ? <p className="max-w-[60ch] pt-1 text-muted text-sm">{t(`modes.does.${column.mode}`)}</p> : undefined}
        {row.capability === 'network' && !webFetch ? <p className="pt-1 text-sm text-warn">{t('matrix.webFetchOff')}</p> : undefined}
        {cell.mixed ? <p className="pt-1 text-sm">{difference(cell)}</p> : undefined}
      </div>
      <Probes probes={cell.probes} onRule={onRule} />
      {editable ? (
        <Choices
          row={row}
          agent={column.kind === 'agent'}
          verdict={proposed?.type === 'cell' ? proposed.verdict : cell.verdict}
          onPick={(verdict) => void planner.propose([{ type: 'cell', ...place, verdict }])}
        />
      ) : (
        <p className="text-muted text-sm">{t(column.kind === 'scope' ? 'matrix.fixed' : 'matrix.computed')}</p>
      )}
      <PlanPreview planner={planner} folder={folder} onRule={onRule} />
      {row.custom ? (
        <div>
          <Button look="quiet" onClick={() => void planner.propose([{ type: 'remove-row', name: row.custom?.name ?? '' }])}>
            <Trash2 size={13} aria-hidden />
            {t('rows.remove')}
          </Button>
        </div>
      ) : undefined}
    </section>
  );
}

function Probes({ probes, onRule }: { probes: readonly Probe[]; onRule: (rule: RuleRef) => void }) {
  const { t } = useTranslation('permissions');
  const why = useDecisionWhy();
  return (
    <ul aria-label={t('matrix.examples')} className="flex flex-col border-line border-t text-sm">
      {keyed(probes).map(({ key, value: { call, decision, rule, builtin } }) => (
        <li key={key} className="flex items-start gap-2 border-line border-b py-1">
          <span className="flex w-16 shrink-0 pt-[1px]">
            {decision ? <VerdictChip verdict={decision} /> : <span className="text-faint">{t('matrix.silent')}</span>}
          </span>
          <span className="min-w-0">
            <code className="block break-anywhere">{call}</code>
            {rule ? (
              <button
                type="button"
                className="break-anywhere text-left text-muted underline decoration-line-strong underline-offset-2 hover:text-ink"
                onClick={() => onRule(rule)}
              >
                {why({ rule, reason: '' })}
              </button>
            ) : builtin ? (
              <span className="text-muted">{why({ builtin, reason: '' })}</span>
            ) : undefined}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Choice = 'allow' | 'ask' | 'deny' | 'none';

interface ChoicesProps {
  row: MatrixRow;
  agent: boolean;
  verdict: Choice | undefined;
  onPick: (verdict: Choice) => void;
}

/** What the cell may say. Nothing is written by choosing: the change is shown first. */
function Choices({ row, agent, verdict, onPick }: ChoicesProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const group = useRef<HTMLDivElement>(null);
  const choices: readonly Choice[] = agent ? ['allow', 'deny'] : ['allow', 'ask', 'deny', 'none'];
  const sayable = (choice: Choice) => choice === 'none' || agent || row.says[choice].length > 0;
  return (
    <div>
      <div ref={group} role="group" aria-label={t('matrix.set')} data-choices className="flex flex-wrap gap-1">
        {choices.map((choice) => (
          <Button
            key={choice}
            disabled={!sayable(choice)}
            aria-pressed={choice === (verdict ?? 'none')}
            onClick={() => onPick(choice)}
            className="aria-pressed:bg-selected"
          >
            {t(agent ? `matrix.agent.${choice}` : choice === 'none' ? 'matrix.none' : `common:decision.${choice}`)}
          </Button>
        ))}
      </div>
      {choices.every(sayable) ? undefined : <p className="pt-1 text-faint text-sm">{t('matrix.unsayable')}</p>}
    </div>
  );
}
