import { CornerDownRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { KIND_TRAITS } from '../../../shared/model/kind-traits';
import { select } from '../../stores/selection';
import { useReveal } from '../../stores/system';
import type { Answer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { useFormat } from '../../ui/format';
import { keyed } from '../../ui/keyed';
import { PathActions } from '../../ui/path-actions';
import { PathText } from '../../ui/path-text';
import { SegmentLetter } from '../../ui/segment-letter';
import { Tokens } from '../../ui/tokens';
import { ViewSection } from '../../ui/view-page';
import { Failed } from '../../ui/failed';
import { NewRule } from './new-rule';

type Memory = Result<'folder.memory'>;
type MemoryFile = Memory['files'][number];

/** Beyond this many lines instructions are followed less well. */
const LONG = 200;

interface MemoryListProps {
  answer: Answer<Memory>;
  folder: string;
  userFiles: boolean;
  /** The file that is open beside the list. */
  chosen: string | undefined;
  /** Where a line can be added; those that do not exist are offered to be made. */
  targets: Result<'memory.targets'>['targets'];
  onChoose: (path: string) => void;
  onRetry: () => void;
}

/** The memory files as the model gets them: in the order in which they are loaded, with what each costs. */
export function MemoryList({ answer: { data, error }, folder, userFiles, chosen, targets, onChoose, onRetry }: MemoryListProps) {
  const { t } = useTranslation(['skills', 'memory', 'common']);
  const [adding, setAdding] = useState(false);
  const files = data?.files ?? [];
  const always = files.filter((file) => file.when === undefined);
  return (
    <ViewSection
      title={t('memory.title')}
      {...(data ? { count: files.length } : {})}
      note={t('memory.note')}
      actions={adding ? undefined : <Button onClick={() => setAdding(true)}>{t('memory:rule.new')}</Button>}
    >
      {adding ? (
        <NewRule
          folder={folder}
          onCancel={() => setAdding(false)}
          onMade={(path) => {
            setAdding(false);
            onChoose(path);
            onRetry();
          }}
        />
      ) : undefined}
      {error ? <Failed error={error} onRetry={onRetry} /> : undefined}
      {data && data.diagnostics.length > 0 ? (
        <div className="pb-3">
          <DiagnosticList diagnostics={data.diagnostics} name={t('problems')} base={folder} onMissing={onChoose} />
        </div>
      ) : undefined}
      <ol aria-label={t('memory.title')} className="border-line border-t">
        {keyed(files).map(({ key, value }, index) => (
          <MemoryRow key={key} file={value} number={index + 1} folder={folder} chosen={value.path === chosen} onChoose={onChoose} />
        ))}
      </ol>
      {always.length > 0 ? (
        <p className="flex justify-end gap-1.5 pt-1.5 pr-1 text-muted text-sm">
          {t('memory.total')} <Tokens estimated count={always.reduce((sum, file) => sum + file.tokens, 0)} className="text-ink" />
        </p>
      ) : undefined}
      <MissingFiles targets={targets} folder={folder} onChoose={onChoose} />
      {data && files.length === 0 ? <p className="max-w-prose py-2 text-muted">{t('memory.none')}</p> : undefined}
      {userFiles ? undefined : (
        <p className="pt-2 text-muted text-sm">
          {t('memory.userFilesOff')}{' '}
          <button type="button" className="underline hover:text-ink" onClick={() => select({ view: 'settings', detail: 'context' })}>
            {t('memory.toSettings')}
          </button>
        </p>
      )}
    </ViewSection>
  );
}

/** Files that are not there yet: choosing one opens it to be made. */
function MissingFiles({ targets, folder, onChoose }: Pick<MemoryListProps, 'targets' | 'folder' | 'onChoose'>) {
  const { t } = useTranslation('memory');
  const missing = targets.filter(({ exists }) => !exists);
  if (missing.length === 0) return undefined;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 pt-1.5 text-muted text-sm">
      {t('notThere')}
      {missing.map(({ path }) => (
        <button
          key={path}
          type="button"
          className="break-anywhere text-left font-mono underline hover:text-ink"
          onClick={() => onChoose(path)}
        >
          {shortPath(path, folder)}
        </button>
      ))}
    </p>
  );
}

interface MemoryRowProps {
  file: MemoryFile;
  number: number;
  folder: string;
  chosen: boolean;
  onChoose: (path: string) => void;
}

function MemoryRow({ file, number, folder, chosen, onChoose }: MemoryRowProps) {
  const { t } = useTranslation(['skills', 'memory', 'common']);
  const format = useFormat();
  const reveal = useReveal();
  const { origin, field } = KIND_TRAITS[file.kind];
  return (
    <li data-selected={chosen} className="border-line border-b py-1 data-[selected=true]:bg-selected">
      <div className="flex min-h-[26px] flex-wrap items-center gap-x-2">
        <span className="w-5 shrink-0 text-right text-faint text-sm">{number}</span>
        <SegmentLetter origin={origin} field={field} />
        <button
          type="button"
          aria-label={t('memory:open', { path: shortPath(file.path, folder) })}
          aria-current={chosen}
          className="clickable flex min-w-40 flex-1 rounded-sm py-0.5 text-left"
          onClick={() => onChoose(file.path)}
        >
          <PathText path={file.path} base={folder} />
        </button>
        <span className="ml-auto flex shrink-0 items-center gap-2">
          <span className="text-muted text-sm">{t('memory.lines', { count: file.lines })}</span>
          <span className="w-16 text-right text-muted text-sm">{format.bytes(file.size)}</span>
          <Tokens estimated count={file.tokens} className="min-w-20 text-right text-sm" />
          <PathActions path={file.path} onReveal={reveal} />
        </span>
      </div>
      <div className="flex flex-col pl-[52px] text-muted text-sm">
        <span>
          {t(`common:kind.${file.kind}`)} · {t(`memory:scope.${file.scope}`)}
        </span>
        {file.importedBy ? (
          <span className="flex items-start gap-1">
            <CornerDownRight size={12} aria-hidden className="mt-[3px] shrink-0" />
            <span className="min-w-0 break-anywhere">{t('memory.importedBy', { path: shortPath(file.importedBy, folder) })}</span>
          </span>
        ) : undefined}
        {file.when === undefined ? undefined : <span className="break-anywhere">{t('memory.when', { patterns: file.when })}</span>}
        {file.lines > LONG ? (
          <span className="flex items-start gap-1 text-warn">
            <TriangleAlert size={12} aria-hidden className="mt-[3px] shrink-0" />
            {t('memory.long', { lines: format.count(file.lines), most: LONG })}
          </span>
        ) : undefined}
      </div>
    </li>
  );
}

function shortPath(path: string, folder: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
