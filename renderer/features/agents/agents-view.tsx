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
import { ListAndDetail } from '../../ui/list-and-detail';
import { ViewPage, ViewSection } from '../../ui/view-page';
import type { AgentType, Types } from './agent-types';
import { BuiltInDefinition, DefinitionEditor } from './definition-editor';
import { DefinitionList, keyOfType } from './definition-list';
import { LeftWorktrees } from './left-worktrees';
import { NewDefinition } from './new-definition';

type Chosen = Pick<AgentType, 'name' | 'scope' | 'file'>;

/** The sub-agents that can be started in this folder: which definition counts, what it says, and what it would begin with. */
export function AgentsView({ folder }: { folder: string }) {
  const { t } = useTranslation(['agents', 'common']);
  const trusted = useFolder((state) => state.trusted);
  const userFiles = useConfig((state) => state.config?.readUserFiles);
  const [fresh, refresh] = useFresh();
  const { data, error, loading } = useAnswer('agents.types', { folder }, `${folder} ${trusted} ${userFiles} ${fresh}`);
  const detail = useSelection((state) => state.current.detail);
  const [making, setMaking] = useState(false);
  const chosen = data && chosenOf(data, detail);
  return (
    <ViewPage
      title={t('title')}
      note={<span className="break-anywhere font-mono">{folder}</span>}
      actions={<IconButton name={t('again')} icon={<RotateCw size={14} />} disabled={loading} onClick={refresh} />}
    >
      <ListAndDetail
        name={t('list.name')}
        busy={loading}
        list={
          <>
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
                <DefinitionList
                  types={data.types}
                  unusable={data.unusable}
                  chosen={chosen && keyOfType(chosen)}
                  onNew={() => setMaking(!making)}
                />
                {data.diagnostics.length > 0 ? (
                  <ViewSection title={t('problems')} className="pt-3">
                    <DiagnosticList diagnostics={data.diagnostics} name={t('problems')} base={folder} />
                  </ViewSection>
                ) : undefined}
                <LeftWorktrees folder={folder} fresh={fresh} onSettled={refresh} />
              </>
            ) : undefined}
          </>
        }
        detail={
          chosen && data ? (
            <Definition key={keyOfType(chosen)} folder={folder} chosen={chosen} places={data.places} onChanged={refresh} />
          ) : data ? (
            <EmptyState title={t('list.none')}>{t('list.noneBody')}</EmptyState>
          ) : undefined
        }
      />
    </ViewPage>
  );
}

function Definition({
  folder,
  chosen: { name, scope, file },
  places,
  onChanged,
}: {
  folder: string;
  chosen: Chosen;
  places: Types['places'];
  onChanged: () => void;
}) {
  return file === undefined ? (
    <BuiltInDefinition folder={folder} name={name} />
  ) : (
    <DefinitionEditor folder={folder} definition={{ name, scope, file }} places={places} onChanged={onChanged} />
  );
}

/** What the address names: a definition, a file that defines none as it stands, or else the first there is. */
function chosenOf({ types, unusable }: Types, detail: string | undefined): Chosen | undefined {
  const broken = unusable.find(({ file }) => file === detail);
  if (broken) return { ...broken, name: broken.file.slice(broken.file.lastIndexOf('/') + 1).replace(/\.md$/, '') };
  return types.find((type) => keyOfType(type) === detail) ?? types[0];
}
