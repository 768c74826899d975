import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { useFolder } from '../../stores/folder';
import { selectDetail, useSelection } from '../../stores/selection';
import { useAnswer } from '../../stores/use-answer';
import { useFresh } from '../../stores/use-fresh';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { EmptyState } from '../../ui/empty-state';
import { Failed } from '../../ui/failed';
import { IconButton } from '../../ui/icon-button';
import { ScrollRegion } from '../../ui/scroll-region';
import { ViewPage, ViewSection } from '../../ui/view-page';
import { DefinitionEditor } from './definition-editor';
import { DefinitionList, keyOfType } from './definition-list';
import { LeftWorktrees } from './left-worktrees';
import { NewDefinition } from './new-definition';

/** The sub-agents that can be started in this folder: which definition counts, what it says, and what it would begin with. */
export function AgentsView({ folder }: { folder: string }) {
  const { t } = useTranslation(['agents', 'common']);
  const trusted = useFolder((state) => state.trusted);
  const userFiles = useConfig((state) => state.config?.readUserFiles);
  const [fresh, refresh] = useFresh();
  const { data, error, loading } = useAnswer('agents.types', { folder }, `${folder} ${trusted} ${userFiles} ${fresh}`);
  const detail = useSelection((state) => state.current.detail);
  const [making, setMaking] = useState(false);
  const chosen = data?.types.find((type) => keyOfType(type) === detail) ?? data?.types[0];
  return (
    <ViewPage
      title={t('title')}
      note={<span className="break-anywhere font-mono">{folder}</span>}
      actions={<IconButton name={t('again')} icon={<RotateCw size={14} />} disabled={loading} onClick={refresh} />}
    >
      <div className="flex min-h-0 flex-1 flex-col min-[900px]:flex-row">
        <ScrollRegion
          name={t('list.name')}
          aria-busy={loading}
          className="max-h-[42%] shrink-0 border-line border-b px-3 py-2 min-[900px]:max-h-none min-[900px]:w-[320px] min-[900px]:border-r min-[900px]:border-b-0"
        >
          {error ? <Failed error={error} onRetry={refresh} /> : undefined}
          {data ? (
            <>
              {making ? (
                <NewDefinition
                  folder={folder}
                  places={data.places}
                  onMade={(path) => {
                    setMaking(false);
                    selectDetail(path);
                    refresh();
                  }}
                  onCancel={() => setMaking(false)}
                />
              ) : undefined}
              <DefinitionList types={data.types} chosen={chosen} onNew={() => setMaking(!making)} />
              {data.diagnostics.length > 0 ? (
                <ViewSection title={t('problems')} className="pt-3">
                  <DiagnosticList diagnostics={data.diagnostics} name={t('problems')} />
                </ViewSection>
              ) : undefined}
              <LeftWorktrees folder={folder} fresh={fresh} onSettled={refresh} />
            </>
          ) : undefined}
        </ScrollRegion>
        {chosen && data ? (
          <DefinitionEditor key={keyOfType(chosen)} folder={folder} type={chosen} places={data.places} onChanged={refresh} />
        ) : data ? (
          <EmptyState title={t('list.none')}>{t('list.noneBody')}</EmptyState>
        ) : undefined}
      </div>
    </ViewPage>
  );
}
