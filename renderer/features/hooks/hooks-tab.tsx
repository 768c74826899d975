import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HookView } from '../../../shared/contract/hook-methods';
import type { Result } from '../../../shared/contract/methods';
import { selectDetail, useSelection } from '../../stores/selection';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { EmptyState } from '../../ui/empty-state';
import { ScrollRegion } from '../../ui/scroll-region';
import { ViewSection } from '../../ui/view-page';
import type { Chosen } from './chosen';
import { HookEditor } from './hook-editor';
import { HookList } from './hook-list';
import { useHookLog } from './use-hook-log';

interface HooksTabProps {
  folder: string;
  data: Result<'hooks.list'>;
  session: string | undefined;
  onWritten: () => void;
  onExamples: () => void;
  onTest: (hook: HookView) => void;
}

/** The list by event, and the editor of one hook with the file that it stands in. */
export function HooksTab({ folder, data, session, onWritten, onExamples, onTest }: HooksTabProps) {
  const { t } = useTranslation('hooks');
  const detail = useSelection((state) => state.current.detail);
  const { firings } = useHookLog(session);
  const [chosen, setChosen] = useState<Chosen>();
  const choose = (hook: HookView) => {
    setChosen({ file: hook.place.file, path: JSON.stringify(hook.path) });
    selectDetail(hook.id);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link leads to its hook once
  useEffect(() => {
    const linked = data.hooks.find(({ id }) => id === detail);
    if (linked) setChosen({ file: linked.place.file, path: JSON.stringify(linked.path) });
  }, [detail]);
  const isEmpty = data.hooks.length === 0 && data.diagnostics.length === 0 && chosen === undefined;
  const add = (
    <Button look={isEmpty ? 'solid' : 'plain'} onClick={() => setChosen('new')}>
      <Plus size={13} aria-hidden />
      {t('add')}
    </Button>
  );
  if (isEmpty)
    return (
      <EmptyState
        title={t('none')}
        actions={
          <>
            {add}
            <Button onClick={onExamples}>{t('toExamples')}</Button>
          </>
        }
      >
        <p>{t('note')}</p>
        <p className="pt-2">{t('noneBody')}</p>
      </EmptyState>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col min-[1000px]:flex-row">
      <ScrollRegion
        name={t('title')}
        className={cx(
          chosen === undefined ? 'min-h-0 flex-1 min-[1000px]:flex-none' : 'max-h-[42%] shrink-0',
          'flex flex-col gap-4 border-line border-b px-3 py-3 min-[1000px]:max-h-none min-[1000px]:w-[320px] min-[1000px]:border-r min-[1000px]:border-b-0',
        )}
      >
        <div className="flex items-center gap-2">{add}</div>
        {data.diagnostics.length > 0 ? (
          <ViewSection title={t('problems')} count={data.diagnostics.length}>
            <DiagnosticList diagnostics={data.diagnostics} name={t('problems')} base={folder} />
          </ViewSection>
        ) : undefined}
        <HookList hooks={data.hooks} events={data.events} folder={folder} firings={firings} chosen={chosen} onChoose={choose} />
      </ScrollRegion>
      {chosen === undefined ? (
        <p className="hidden max-w-prose px-4 py-3 text-muted text-sm min-[1000px]:block">{t('editor.choose')}</p>
      ) : (
        <HookEditor folder={folder} data={data} chosen={chosen} onChoose={setChosen} onWritten={onWritten} onTest={onTest} />
      )}
    </div>
  );
}
