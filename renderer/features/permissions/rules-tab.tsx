import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { RuleRef, RuleScope } from '../../../shared/model/permission';
import { selectDetail, useSelection } from '../../stores/selection';
import { useAnswer } from '../../stores/use-answer';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { ScrollRegion } from '../../ui/scroll-region';
import { SidePanel } from '../../ui/side-panel';
import { ViewSection } from '../../ui/view-page';
import { FileList } from './file-list';
import { ModeList } from './mode-list';
import { PlanPreview } from '../../ui/plan-preview';
import { ProtectedList } from './protected-list';
import { RuleEditor } from './rule-editor';
import { RuleGroups } from './rule-groups';
import { SuggestionList } from './suggestion-list';
import { useRulePlan } from '../../stores/use-rule-plan';

interface RulesTabProps {
  place: { folder: string; session?: string };
  data: Result<'permission.rules'>;
  changed: string;
  onWritten: () => void;
}

/** The rules by file as they are looked at, each with its uses, to be changed, moved, added and removed. */
export function RulesTab({ place, data, changed, onWritten }: RulesTabProps) {
  const { t } = useTranslation('permissions');
  const detail = useSelection((state) => state.current.detail);
  const [chosen, setChosen] = useState<RuleRef>();
  const [adding, setAdding] = useState<RuleScope>();
  const { data: used } = useAnswer('permission.uses', { folder: place.folder }, `${place.folder} ${changed}`, place.folder);
  const planner = useRulePlan(place, onWritten);
  const picked = chosen && data.rules.find((rule) => isSame(rule, chosen));
  const rule = adding ? undefined : (picked ?? data.rules.find(({ text }) => text === detail));
  const choose = (next: RuleRef) => {
    planner.drop();
    setAdding(undefined);
    setChosen(next);
    selectDetail(next.text);
  };
  const add = (scope: RuleScope) => {
    planner.drop();
    setAdding(scope);
  };
  return (
    <SidePanel
      name={t('editor.panel')}
      main={
        <ScrollRegion name={t('rules.title')} className="flex min-h-0 flex-1 flex-col gap-6 px-4 py-3">
          {data.diagnostics.length > 0 ? (
            <ViewSection title={t('problems')} count={data.diagnostics.length}>
              <DiagnosticList diagnostics={data.diagnostics} name={t('problems')} />
            </ViewSection>
          ) : undefined}
          <RuleGroups
            rules={data.rules}
            files={data.files}
            uses={used?.uses}
            folder={place.folder}
            inSession={place.session !== undefined}
            chosen={rule}
            onChoose={choose}
            onAdd={add}
          />
          <FileList files={data.files} directories={data.directories ?? []} />
          <ModeList fromFiles={data.defaultMode} />
          {data.protected ? <ProtectedList paths={data.protected} /> : undefined}
        </ScrollRegion>
      }
      panel={
        <div className="flex flex-col gap-3">
          {adding || rule ? (
            <RuleEditor
              key={JSON.stringify([rule?.text, rule?.verdict, rule?.scope, rule?.file, adding])}
              rule={rule}
              scope={adding ?? 'local'}
              inSession={place.session !== undefined}
              planner={planner}
            />
          ) : (
            <>
              <p className="text-muted text-sm">{t('editor.choose')}</p>
              <SuggestionList place={place} changed={changed} planner={planner} />
            </>
          )}
          <PlanPreview planner={planner} folder={place.folder} onRule={choose} />
        </div>
      }
    />
  );
}

function isSame(one: RuleRef, other: RuleRef): boolean {
  return one.text === other.text && one.verdict === other.verdict && one.scope === other.scope && one.file === other.file;
}
