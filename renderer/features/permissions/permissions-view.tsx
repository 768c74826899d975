import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFolder } from '../../stores/folder';
import { useSelection } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { showOverlay } from '../../stores/ui';
import { useAnswer } from '../../stores/use-answer';
import { useFresh } from '../../stores/use-fresh';
import { useItemView } from '../../stores/use-item-view';
import { Button } from '../../ui/button';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { IconButton } from '../../ui/icon-button';
import { ScrollRegion } from '../../ui/scroll-region';
import { EmptyView, ViewPage, ViewSection } from '../../ui/view-page';
import { CheckForm } from './check-form';
import { FileList } from './file-list';
import { ModeList } from './mode-list';
import { ProtectedList } from './protected-list';
import { RuleGroups } from './rule-groups';
import { TrustLine } from './trust-line';

/** The rules that hold in this folder, where each stands, and what would be decided for any call. */
export function PermissionsView() {
  const { t } = useTranslation(['permissions', 'common']);
  const folder = useFolder((state) => state.folder);
  if (!folder)
    return (
      <EmptyView
        title={t('title')}
        why={t('noFolder')}
        body={t('noFolderBody')}
        action={{ label: t('openFolder'), run: () => showOverlay('folder') }}
      />
    );
  return <FolderPermissions key={folder} folder={folder} />;
}

function FolderPermissions({ folder }: { folder: string }) {
  const { t } = useTranslation(['permissions', 'common']);
  const trusted = useFolder((state) => state.trusted);
  const session = useSession((state) => (state.state?.folder === folder ? state.id : undefined));
  const granted = useSession((state) => state.state?.rules.length ?? 0);
  const item = useSelection((state) => state.current.item);
  const made = useItemView(item);
  const about = made?.item.kind === 'tool-call' ? { tool: made.item.name, input: made.input } : undefined;
  const [fresh, refresh] = useFresh();
  const params = { folder, ...(session ? { session } : {}) };
  const { data, error, loading } = useAnswer('permission.rules', params, `${folder} ${session} ${granted} ${trusted} ${fresh}`);
  return (
    <ViewPage
      title={t('title')}
      note={<span className="break-anywhere font-mono">{folder}</span>}
      actions={<IconButton name={t('again')} icon={<RotateCw size={14} />} disabled={loading} onClick={refresh} />}
    >
      <TrustLine trusted={trusted} onChanged={refresh} />
      <ScrollRegion name={t('title')} className="min-h-0 flex-1" aria-busy={loading}>
        <div className="grid min-h-full min-[1060px]:grid-cols-[minmax(0,1fr)_minmax(0,440px)] min-[1060px]:grid-rows-[auto_1fr]">
          <div className="flex min-w-0 flex-col gap-6 px-4 py-3">
            {error ? (
              <p role="alert" className="text-bad">
                {t(`common:error.${error}`)}{' '}
                <Button look="quiet" onClick={refresh}>
                  {t('common:retry')}
                </Button>
              </p>
            ) : undefined}
            {data && data.diagnostics.length > 0 ? (
              <ViewSection title={t('problems')} count={data.diagnostics.length}>
                <DiagnosticList diagnostics={data.diagnostics} name={t('problems')} />
              </ViewSection>
            ) : undefined}
            {data ? <RuleGroups rules={data.rules} folder={folder} inSession={session !== undefined} /> : undefined}
          </div>
          <div className="border-line border-y min-[1060px]:col-start-2 min-[1060px]:row-span-2 min-[1060px]:row-start-1 min-[1060px]:border-y-0 min-[1060px]:border-l">
            <CheckForm
              key={about ? item : ''}
              about={about}
              folder={folder}
              session={session}
              fromFiles={data?.defaultMode}
              known={data?.diagnostics ?? []}
              changed={`${granted} ${trusted} ${fresh}`}
            />
          </div>
          <div className="flex min-w-0 flex-col gap-6 px-4 py-3">
            {data ? <FileList files={data.files} directories={data.directories ?? []} /> : undefined}
            <ModeList fromFiles={data?.defaultMode} />
            {data?.protected ? <ProtectedList paths={data.protected} /> : undefined}
          </div>
        </div>
      </ScrollRegion>
    </ViewPage>
  );
}
