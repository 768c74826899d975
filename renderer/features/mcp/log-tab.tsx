import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOG_LEVELS } from '../../../shared/model/log-levels';
import type { LogLevel, LogView, ServerView } from '../../../shared/model/mcp';
import { useAnswer } from '../../stores/use-answer';
import { Chip } from '../../ui/chip';
import { CopyButton } from '../../ui/copy-button';
import { Failed } from '../../ui/failed';
import { useFormat } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { Select } from '../../ui/select';
import { SidePanel } from '../../ui/side-panel';
import { VirtualList } from '../../ui/virtual-list';
import { ask } from './server-actions';
import type { ServerPlace } from './server-place';

const ROW = 25;
const TONES: Record<LogLevel, 'plain' | 'warn' | 'bad'> = {
  debug: 'plain',
  info: 'plain',
  notice: 'plain',
  warning: 'warn',
  error: 'bad',
  critical: 'bad',
  alert: 'bad',
  emergency: 'bad',
};

/** What the server logged, newest first, and how much it is asked to log. */
export function LogTab({ folder, server, stamp, view }: ServerPlace & { view: Pick<ServerView, 'info' | 'options' | 'notices'> }) {
  const { t } = useTranslation('mcp');
  const [chosen, setChosen] = useState<number>();
  const { data, error, again } = useAnswer('mcp.logged', { folder, server }, `${stamp} ${view.notices.logged}`, server);
  const entries = data?.entries ?? [];
  const index = entries.findIndex(({ seq }) => seq === chosen);
  const entry = entries[index];
  const canLog = view.info === undefined || view.info.capabilities.includes('logging');
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5 text-sm">
        <span aria-hidden>{t('log.level')}</span>
        <Level
          level={view.options.logLevel}
          disabled={!canLog}
          onChange={(logLevel) => void ask('mcp.options', { folder, server, change: { logLevel } })}
        />
        <span className="min-w-0 flex-1 text-muted">
          {t(canLog ? 'log.note' : 'log.cannot')} {data && data.dropped > 0 ? t('trace.dropped', { count: data.dropped }) : ''}
        </span>
      </div>
      {error ? <Failed error={error} onRetry={again} className="px-3 py-2" /> : undefined}
      {entries.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{data ? t('log.none') : ''}</p>
      ) : (
        <SidePanel
          name={t('log.message')}
          main={
            <VirtualList
              name={t('tab.log')}
              rows={entries}
              keyOf={(row) => String(row.seq)}
              rowHeight={ROW}
              selected={index}
              onMove={(at) => setChosen(entries[at]?.seq)}
              render={(row) => <LogRow entry={row} />}
            />
          }
          panel={entry ? <LogMessage entry={entry} onClose={() => setChosen(undefined)} /> : undefined}
        />
      )}
    </>
  );
}

const OWN_CHOICE = '';

interface LevelProps {
  level: LogLevel | undefined;
  disabled: boolean;
  /** Null: what the server likes. */
  onChange: (level: LogLevel | null) => void;
}

function Level({ level, disabled, onChange }: LevelProps) {
  const { t } = useTranslation('mcp');
  return (
    <Select<LogLevel | typeof OWN_CHOICE>
      name={t('log.level')}
      value={level ?? OWN_CHOICE}
      disabled={disabled}
      options={[{ value: OWN_CHOICE, label: t('log.own') }, ...LOG_LEVELS.map((value) => ({ value, label: t(`log.levels.${value}`) }))]}
      onChange={(value) => onChange(value === OWN_CHOICE ? null : value)}
    />
  );
}

function LogRow({ entry: { at, level, logger, text } }: { entry: LogView }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  return (
    <div className="flex h-full items-center gap-2.5 px-3 text-sm">
      <span className="w-16 shrink-0 text-faint">{format.time(new Date(at).toISOString())}</span>
      <span className="w-20 shrink-0">
        <Chip tone={TONES[level]}>{t(`log.levels.${level}`)}</Chip>
      </span>
      {logger ? <bdi className="max-w-[30%] shrink-0 truncate text-muted">{logger}</bdi> : undefined}
      <bdi className="min-w-0 flex-1 truncate font-mono">{text.slice(0, 400)}</bdi>
    </div>
  );
}

function LogMessage({ entry: { at, level, logger, text }, onClose }: { entry: LogView; onClose: () => void }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  return (
    <article className="flex flex-col gap-2">
      <header className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 break-anywhere font-semibold">
          {t(`log.levels.${level}`)} {logger ? <bdi className="font-mono">{logger}</bdi> : undefined}
        </h2>
        <CopyButton name={t('trace.copy')} text={text} />
        <IconButton name={t('trace.close')} icon={<X size={14} />} onClick={onClose} />
      </header>
      <p className="text-muted text-sm">
        {format.time(new Date(at).toISOString())} · {t('serverSays')}
      </p>
      <p className="whitespace-pre-wrap break-anywhere font-mono">{text}</p>
    </article>
  );
}
