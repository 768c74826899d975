import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectDetail, useSelection } from '../../stores/selection';
import { useAnswer } from '../../stores/use-answer';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { EmptyState } from '../../ui/empty-state';
import { Failed } from '../../ui/failed';
import { ListAndDetail } from '../../ui/list-and-detail';
import { ViewSection } from '../../ui/view-page';
import { ListingFacts } from './listing-facts';
import { NewSkill } from './new-skill';
import { SkillEditor } from './skill-editor';
import { SkillList } from './skill-list';

/** Skills and commands of the folder by scope, and the chosen one with its editor. */
export function SkillsTab({ folder, changed, onChanged }: { folder: string; changed: string; onChanged: () => void }) {
  const { t } = useTranslation('skills');
  const { data, error, loading } = useAnswer('skills.tree', { folder }, changed);
  const detail = useSelection((state) => state.current.detail);
  const [making, setMaking] = useState(false);
  const chosen = data?.skills.find(({ path, name }) => path === detail || name === detail) ?? data?.skills[0];
  return (
    <ListAndDetail
      name={t('list.name')}
      busy={loading}
      list={
        <>
          {error ? <Failed error={error} onRetry={onChanged} /> : undefined}
          {data ? (
            <>
              {making ? (
                <NewSkill
                  folder={folder}
                  places={data.places}
                  onMade={(path) => {
                    setMaking(false);
                    selectDetail(path);
                    onChanged();
                  }}
                  onCancel={() => setMaking(false)}
                />
              ) : undefined}
              <SkillList skills={data.skills} chosen={chosen} onNew={() => setMaking(!making)} />
              <ListingFacts listing={data.listing} />
              {data.diagnostics.length > 0 ? (
                <ViewSection title={t('problems')} className="pt-3">
                  <DiagnosticList diagnostics={data.diagnostics} name={t('problems')} base={folder} />
                </ViewSection>
              ) : undefined}
            </>
          ) : undefined}
        </>
      }
      detail={
        chosen && data ? (
          <SkillEditor key={chosen.path} folder={folder} skill={chosen} places={data.places} changed={changed} onChanged={onChanged} />
        ) : data ? (
          <EmptyState title={t('list.none')}>{t('list.noneBody')}</EmptyState>
        ) : undefined
      }
    />
  );
}
