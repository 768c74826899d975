import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EditPlan, RuleEdit } from '../../shared/model/matrix';
import type { RuleRef } from '../../shared/model/permission';
import { Button } from './button';
import { VerdictChip } from './decision-chip';
import { DiagnosticList } from './diagnostic-list';
import { Diff } from './diff';
import { keyed } from './keyed';
import { PathText } from './path-text';
import { showOnMount } from './show-on-mount';
import { useCellDifference, useCellWord } from './cell-words';
import { useColumnName, useRowName } from './matrix-names';

interface PlanPreviewProps {
  /** What is proposed, and the ways to write it and to let it go. */
  planner: {
    proposed: { edits: readonly RuleEdit[]; plan: EditPlan } | undefined;
    busy: boolean;
    apply: () => Promise<void>;
    drop: () => void;
  };
  folder: string;
  /** Goes to a rule that stands in the way. */
  onRule: (rule: RuleRef) => void;
}

/** What a change would write and every cell that it would change, before anything is written. */
export function PlanPreview({ planner, folder, onRule }: PlanPreviewProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const { proposed, busy, apply, drop } = planner;
  if (!proposed) return busy ? <p className="text-faint text-sm">{t('common:loading')}</p> : undefined;
  const { files, session, blockers, problems } = proposed.plan;
  const nothing = files.length + session.add.length + session.remove.length === 0;
  return (
    <section ref={showOnMount} aria-label={t('plan.title')} className="flex flex-col gap-2 rounded-md border border-line-strong p-2.5">
      <h3 className="font-semibold">{t('plan.title')}</h3>
      {nothing ? <p className="text-muted text-sm">{t('plan.nothing')}</p> : undefined}
      {files.map(({ path, patch, exists }) => (
        <div key={path} className="min-w-0">
          <p className="flex items-baseline gap-2 text-sm">
            <PathText path={path} base={folder} />
            {exists ? undefined : <span className="shrink-0 whitespace-nowrap text-faint">{t('plan.newFile')}</span>}
          </p>
          <Diff patch={patch} name={t('plan.diff', { path })} className="max-h-56" />
        </div>
      ))}
      {session.add.length + session.remove.length > 0 ? (
        <ul aria-label={t('plan.session')} className="font-mono text-sm">
          {session.add.map((rule) => (
            <li key={rule}>+ {rule}</li>
          ))}
          {session.remove.map((rule) => (
            <li key={rule}>− {rule}</li>
          ))}
        </ul>
      ) : undefined}
      <ChangedCells plan={proposed.plan} />
      {opensNetwork(proposed.edits) ? <p className="text-sm text-warn">{t('common:sandbox.hostsNeeded')}</p> : undefined}
      {blockers.length > 0 ? <Blockers rules={blockers} onRule={onRule} /> : undefined}
      {problems.length > 0 ? (
        <DiagnosticList
          diagnostics={problems.map((problem) => ({ severity: 'warning', ...problem }))}
          name={t('common:decision.diagnostics')}
        />
      ) : undefined}
      <div className="flex gap-1.5">
        <Button look="solid" disabled={busy || nothing} onClick={() => void apply()}>
          {t('plan.apply')}
        </Button>
        <Button look="quiet" onClick={drop}>
          {t('common:cancel')}
        </Button>
      </div>
    </section>
  );
}

/** The row as a whole: rules of a host's own row list that host. */
function opensNetwork(edits: readonly RuleEdit[]): boolean {
  return edits.some((edit) => edit.type === 'cell' && edit.row === 'network' && edit.verdict === 'allow');
}

function ChangedCells({ plan: { changes } }: { plan: EditPlan }) {
  const { t } = useTranslation('permissions');
  const rowName = useRowName();
  const columnName = useColumnName();
  const seen = changes.filter(({ before, after }) => before.verdict !== after.verdict || before.mixed !== after.mixed);
  const sources = changes.length - seen.length;
  if (changes.length === 0) return <p className="text-muted text-sm">{t('plan.noCells')}</p>;
  return (
    <div className="text-sm">
      <p className="text-muted">{t('plan.cells', { count: seen.length })}</p>
      <ul aria-label={t('plan.cells', { count: seen.length })} className="max-h-52 overflow-y-auto border-line border-t">
        {keyed(seen).map(({ key, value: { row, column, before, after } }) => (
          <li key={key} className="flex min-h-[24px] flex-wrap items-center gap-x-2 border-line border-b py-0.5">
            <span className="min-w-0 flex-1 truncate">
              {rowName(row)} <span className="text-faint">· {columnName(column)}</span>
            </span>
            <CellWord cell={before} />
            <ArrowRight size={12} aria-label={t('plan.becomes')} className="text-faint" />
            <CellWord cell={after} />
          </li>
        ))}
      </ul>
      {sources > 0 ? <p className="pt-1 text-faint">{t('plan.sources', { count: sources })}</p> : undefined}
    </div>
  );
}

function CellWord({ cell }: { cell: EditPlan['changes'][number]['before'] }) {
  const { t } = useTranslation('permissions');
  const word = useCellWord()(cell);
  const difference = useCellDifference()(cell);
  if (!cell.verdict || word === undefined) return <span className="text-faint">{t('matrix.silent')}</span>;
  return cell.mixed ? <span title={difference}>{word}</span> : <VerdictChip verdict={cell.verdict} />;
}

function Blockers({ rules, onRule }: { rules: readonly RuleRef[]; onRule: (rule: RuleRef) => void }) {
  const { t } = useTranslation(['permissions', 'common']);
  return (
    <div className="flex items-start gap-2 text-sm">
      <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0 text-warn" />
      <div className="min-w-0">
        <p>{t('plan.blocked')}</p>
        <ul aria-label={t('plan.blocked')}>
          {rules.map((rule) => (
            <li key={`${rule.scope} ${rule.file} ${rule.verdict} ${rule.text}`} className="flex flex-wrap items-center gap-x-2 py-0.5">
              <VerdictChip verdict={rule.verdict} />
              <code className="break-anywhere">{rule.text}</code>
              <span className="break-anywhere text-faint">
                {rule.file ? `${rule.file}:${rule.line ?? 1}` : t(`common:scope.${rule.scope}`)}
              </span>
              <Button look="plain" onClick={() => onRule(rule)}>
                {t('plan.editThat')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
