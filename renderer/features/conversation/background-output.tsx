import { useTranslation } from 'react-i18next';
import type { CommandState } from '../../../shared/model/tool';
import { call } from '../../stores/host';
import { useSession } from '../../stores/session';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';
import { OutputTail } from './output-tail';
import { PagedText } from './paged-text';
import { useBackgroundOutput } from './use-background-output';

/** A background command: what it printed so far, whether it still runs or how it ended, and the button that ends it. */
export function BackgroundOutput({ item, id }: { item: string; id: string }) {
  const { t } = useTranslation(['conversation', 'common']);
  const session = useSession((state) => state.id);
  const { slice, problem, look } = useBackgroundOutput(item);
  const stop = () => {
    if (!session) return;
    call('shell.stop', { session, background: id }).then(look, reportFailure);
  };
  if (problem)
    return (
      <p role="alert" className="text-bad text-sm">
        {t(`common:error.${problem}`)}
      </p>
    );
  if (!slice) return undefined;
  return (
    <>
      {slice.text === '' ? undefined : <OutputTail text={slice.text} />}
      {slice.offset > 0 ? <PagedText item={item} of="output" /> : undefined}
      <div className="flex items-center gap-2 text-muted text-sm">
        <CommandStateText id={id} state={slice.command} />
        {slice.command?.running ? (
          <Button look="danger" onClick={stop}>
            {t('stopBackground')}
          </Button>
        ) : undefined}
      </div>
    </>
  );
}

function CommandStateText({ id, state }: { id: string; state: CommandState | undefined }) {
  const { t } = useTranslation('conversation');
  return <span role="status">{words()}</span>;

  function words(): string {
    if (state === undefined) return t('backgroundGone', { id });
    if (state.running) return t('background', { id });
    if (state.stopped) return t('backgroundStopped', { id });
    if (state.timedOut) return t('backgroundTimedOut', { id });
    if (state.exitCode === undefined) return t('backgroundSignal', { id, signal: state.signal ?? '?' });
    return t('backgroundEnded', { id, code: state.exitCode });
  }
}
