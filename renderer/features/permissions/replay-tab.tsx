import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { RuleEdit } from '../../../shared/model/matrix';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { ScrollRegion } from '../../ui/scroll-region';
import { Select } from '../../ui/select';
import { SidePanel } from '../../ui/side-panel';
import { DraftEdits } from './draft-edits';
import { PlanPreview } from '../../ui/plan-preview';
import { ReplayResults } from './replay-results';
import { useRulePlan } from '../../stores/use-rule-plan';

interface ReplayTabProps {
  place: { folder: string; session?: string };
  rules: Result<'permission.rules'>['rules'];
  onWritten: () => void;
}

const ALL = '';

/** Recorded calls decided anew under rules that are changed here and not saved. */
export function ReplayTab({ place, rules, onWritten }: ReplayTabProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const [edits, setEdits] = useState<RuleEdit[]>([]);
  const [session, setSession] = useState(ALL);
  const [report, setReport] = useState<Result<'permission.replay'>>();
  const [running, setRunning] = useState(false);
  const planner = useRulePlan(place, () => {
    setEdits([]);
    setReport(undefined);
    onWritten();
  });
  const { data: listed } = useAnswer('session.list', { folder: place.folder, limit: 50 }, place.folder, place.folder);
  const change = (next: RuleEdit[]) => {
    planner.drop();
    setReport(undefined);
    setEdits(next);
  };
  const replay = async () => {
    setRunning(true);
    try {
      setReport(await call('permission.replay', { ...place, edits, ...(session === ALL ? {} : { sessions: [session] }) }));
    } catch (error) {
      reportFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <SidePanel
      name={t('replay.panel')}
      main={
        <ScrollRegion name={t('replay.results')} className="min-h-0 flex-1 px-4 py-3" aria-busy={running}>
          {report ? <ReplayResults report={report} saved={rules} /> : <p className="max-w-[70ch] text-muted text-sm">{t('replay.note')}</p>}
        </ScrollRegion>
      }
      panel={
        <div className="flex flex-col gap-3 text-sm">
          <DraftEdits edits={edits} rules={rules} inSession={place.session !== undefined} onChange={change} />
          <div className="flex flex-wrap items-center gap-2">
            <Select
              name={t('replay.sessions')}
              value={session}
              options={[
                { value: ALL, label: t('replay.all') },
                ...(listed?.sessions ?? []).map(({ id, title }) => ({ value: id, label: title })),
              ]}
              onChange={(next) => {
                setSession(next);
                setReport(undefined);
              }}
              className="max-w-56"
            />
            <Button look="solid" disabled={running} onClick={() => void replay()}>
              {t('replay.run')}
            </Button>
            <Button disabled={edits.length === 0 || planner.busy} onClick={() => void planner.propose(edits)}>
              {t('replay.save')}
            </Button>
          </div>
          <PlanPreview planner={planner} folder={place.folder} onRule={() => undefined} />
        </div>
      }
    />
  );
}
