import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiringRecord, HookEventView, HookView } from '../../../shared/contract/hook-methods';
import type { HookRun } from '../../../shared/model/hook-run';
import { Chip } from '../../ui/chip';
import { cx } from '../../ui/cx';
import { PathText } from '../../ui/path-text';
import { ViewSection } from '../../ui/view-page';
import type { Chosen } from './chosen';
import { RunChip } from './run-chip';

interface HookListProps {
  hooks: readonly HookView[];
  events: readonly HookEventView[];
  folder: string;
  /** Of the open session, newest first. */
  firings: readonly FiringRecord[];
  chosen: Chosen | undefined;
  onChoose: (hook: HookView) => void;
}

/** Hooks by event, in the order in which the moments come, each with its last run in the open session. */
export function HookList({ hooks, events, folder, firings, chosen, onChoose }: HookListProps) {
  const { t } = useTranslation('hooks');
  const lastRuns = useMemo(() => findLastRuns(hooks, firings), [hooks, firings]);
  const groups = events
    .map((event) => ({ event, own: hooks.filter((hook) => hook.event === event.name) }))
    .filter(({ own }) => own.length > 0);
  return groups.map(({ event, own }) => (
    <ViewSection key={event.name} title={event.name} count={own.length} actions={event.fires ? undefined : <Chip>{t('neverFires')}</Chip>}>
      <ul aria-label={event.name} className="flex flex-col">
        {own.map((hook) => (
          <li key={`${hook.place.file} ${JSON.stringify(hook.path)}`}>
            <HookRow
              hook={hook}
              folder={folder}
              run={lastRuns.get(hook.id)}
              current={
                chosen !== undefined && chosen !== 'new' && chosen.file === hook.place.file && chosen.path === JSON.stringify(hook.path)
              }
              onChoose={() => onChoose(hook)}
            />
          </li>
        ))}
      </ul>
    </ViewSection>
  ));
}

/** The newest run of each hook, as far as one is known. */
function findLastRuns(hooks: readonly HookView[], firings: readonly FiringRecord[]): Map<string, HookRun> {
  const wanted = new Set(hooks.map(({ id }) => id));
  const found = new Map<string, HookRun>();
  for (const run of firings.flatMap((firing) => firing.hooks)) {
    if (wanted.delete(run.hook)) found.set(run.hook, run);
    if (wanted.size === 0) break;
  }
  return found;
}

interface HookRowProps {
  hook: HookView;
  folder: string;
  run: HookRun | undefined;
  current: boolean;
  onChoose: () => void;
}

function HookRow({ hook, folder, run, current, onChoose }: HookRowProps) {
  const { t } = useTranslation('hooks');
  const { label, matcher, place, off } = hook;
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={onChoose}
      className={cx('clickable flex w-full min-w-0 flex-col gap-0.5 rounded-md px-2 py-1 text-left text-sm', current && 'bg-hover')}
    >
      <span className="flex w-full min-w-0 items-start gap-1.5">
        <code className="line-clamp-4 min-w-0 flex-1 break-anywhere" title={label}>
          {label}
        </code>
        {off ? <Chip tone="warn">{t(`why.${off}`)}</Chip> : run ? <RunChip run={run} /> : undefined}
      </span>
      <span className="flex w-full min-w-0 items-baseline gap-x-1.5 text-muted">
        <span className="shrink-0">{t(`scope.${place.scope}`)}</span>
        <span aria-hidden>·</span>
        <code className="min-w-0 truncate" title={matcher}>
          {matcher === '' ? t('all') : matcher}
        </code>
      </span>
      <PathText path={`${place.file}:${place.line}`} base={folder} className="text-muted" />
    </button>
  );
}
