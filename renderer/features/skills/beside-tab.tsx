import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillPreview } from '../../../shared/model/skill-report';
import { trashDocument } from '../../stores/document-actions';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { useDocumentPane } from '../../stores/use-document-pane';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { DocumentActions } from '../../ui/document-actions';
import { DocumentPane } from '../../ui/document-pane';
import { languageOfFile } from '../../ui/editor-settings';
import { Failed } from '../../ui/failed';
import { useFormat } from '../../ui/format';
import { NewDocument } from '../../ui/new-document';
import { ScrollRegion } from '../../ui/scroll-region';
import { isBesidePath } from './skill-files';

interface BesideTabProps {
  folder: string;
  /** The folder of the skill. */
  own: string;
  beside: Pick<SkillPreview, 'files' | 'filesCut'>;
  writable: boolean;
  onChanged: () => void;
}

/** The files beside a skill, by their paths from its folder: each opened and edited in place, new ones made. */
export function BesideTab({ folder, own, beside: { files, filesCut }, writable, onChanged }: BesideTabProps) {
  const { t } = useTranslation('skills');
  const format = useFormat();
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState<string>();
  const shown = files.find(({ path }) => path === chosen) ?? (chosen === undefined ? files[0] : undefined);
  const wanted = name?.trim() ?? '';
  const make = () => {
    if (!isBesidePath(wanted)) return;
    call('document.create', { folder, path: `${own}/${wanted}`, text: '' }).then(() => {
      setName(undefined);
      setChosen(wanted);
      onChanged();
    }, reportFailure);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col min-[1060px]:flex-row">
      <ScrollRegion
        name={t('preview.files')}
        className="max-h-[40%] shrink-0 border-line border-b px-2 py-2 min-[1060px]:max-h-none min-[1060px]:w-[240px] min-[1060px]:border-r min-[1060px]:border-b-0"
      >
        {writable && name === undefined ? (
          <Button look="quiet" onClick={() => setName('')}>
            <Plus size={13} aria-hidden />
            {t('beside.new')}
          </Button>
        ) : undefined}
        {name === undefined ? undefined : (
          <NewDocument
            words={{ name: t('beside.path'), make: t('new.make') }}
            name={name}
            onName={setName}
            canMake={isBesidePath(wanted)}
            onMake={make}
            onCancel={() => setName(undefined)}
          />
        )}
        <ul aria-label={t('preview.files')}>
          {files.map(({ path, size }) => (
            <li key={path}>
              <button
                type="button"
                aria-current={path === shown?.path ? 'true' : undefined}
                onClick={() => setChosen(path)}
                className={cx(
                  'clickable flex min-h-[26px] w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-left text-sm',
                  path === shown?.path && 'bg-selected',
                )}
              >
                <bdi className="min-w-0 flex-1 break-anywhere font-mono">{path}</bdi>
                <span className="shrink-0 text-faint">{format.bytes(size)}</span>
              </button>
            </li>
          ))}
        </ul>
        {files.length === 0 ? <p className="px-1.5 text-muted text-sm">{t('beside.none')}</p> : undefined}
        {filesCut ? <p className="px-1.5 pt-1 text-muted text-sm">{t('beside.more', { count: files.length })}</p> : undefined}
      </ScrollRegion>
      {shown ? (
        <BesideFile
          key={shown.path}
          folder={folder}
          own={own}
          file={shown}
          onChanged={onChanged}
          onMoved={(path) => {
            setChosen(path);
            onChanged();
          }}
        />
      ) : (
        <p className="px-4 py-3 text-muted text-sm">{t('preview.filesNote')}</p>
      )}
    </div>
  );
}

function BesideFile({
  folder,
  own,
  file: { path, size },
  onChanged,
  onMoved,
}: {
  folder: string;
  own: string;
  file: SkillPreview['files'][number];
  onChanged: () => void;
  onMoved: (path: string) => void;
}) {
  const { t } = useTranslation('skills');
  const format = useFormat();
  const whole = `${own}/${path}`;
  const { phase, error, pane } = useDocumentPane(folder, whole, onChanged);
  const rename = (to: string) =>
    call('document.rename', { folder, path: whole, to: `${own}/${to}` }).then(() => onMoved(to), reportFailure);
  const actions = (
    <DocumentActions
      copies={[]}
      rename={{ name: path, canBe: isBesidePath, run: (to) => void rename(to) }}
      trash={() => trashDocument(folder, whole, path, onChanged)}
      dirty={pane.dirty}
    />
  );
  if (phase === 'failed' && error === 'bad-request')
    return (
      <div className="flex flex-1 flex-col gap-2 p-3 text-sm">
        <div className="flex flex-wrap items-center gap-1.5">{actions}</div>
        <p className="text-muted">{t('beside.noText', { size: format.bytes(size) })}</p>
      </div>
    );
  if (error) return <Failed error={error} onRetry={onChanged} className="p-4" />;
  return (
    <DocumentPane
      {...pane}
      label={whole}
      language={languageOfFile(path)}
      className="min-w-0 flex-1 p-3"
      aside={phase === 'ready' && pane.writable ? actions : undefined}
    />
  );
}
