import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HookRun } from '../../../shared/model/hook-run';
import { CopyButton } from '../../ui/copy-button';
import { useFormat } from '../../ui/format';
import { PathText } from '../../ui/path-text';
import { RunChip } from './run-chip';

interface RunDetailProps {
  run: HookRun;
  folder: string;
  /** JSON values of parts by their hashes, as far as they are there. */
  texts: Readonly<Record<string, unknown>>;
  onEdit: ((run: HookRun) => void) | undefined;
}

/** One hook of a firing: whether it ran and why not, what it printed and wanted, and who saw what of it. */
export function RunDetail({ run, folder, texts, onEdit }: RunDetailProps) {
  const { t } = useTranslation(['hooks', 'diagnostics']);
  const format = useFormat();
  const {
    label,
    source,
    type,
    matched,
    why,
    exitCode,
    signal,
    durationMs,
    isolation,
    reason,
    problem,
    detail,
    toModel,
    toPerson,
    sets,
    cut,
    bytes,
  } = run;
  const said = detail === undefined ? problem : t(`diagnostics:detail.${detail.key}`, { ...detail.params, defaultValue: problem });
  const facts = [
    t(`types.${type}`),
    exitCode === undefined ? undefined : t('firing.exit', { code: exitCode }),
    signal === undefined ? undefined : t('firing.signal', { signal }),
    durationMs === undefined ? undefined : format.duration(durationMs),
    isolation === undefined ? undefined : isolation === 'sandbox' ? t('firing.sandbox') : isolation,
    cut === true ? t('firing.cut', { bytes: bytes ?? 0 }) : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-md border border-line px-2.5 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <RunChip run={run} />
        <code className="min-w-0 break-anywhere text-sm">{label}</code>
      </div>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-muted text-sm">
        <span>{matched ? facts.join(' · ') : why === undefined ? t('last.not') : t(`why.${why}`)}</span>
        <button
          type="button"
          disabled={onEdit === undefined}
          onClick={() => onEdit?.(run)}
          className="flex min-w-0 max-w-full items-baseline enabled:underline enabled:decoration-line-strong enabled:underline-offset-2 enabled:hover:text-ink"
        >
          <PathText path={`${source.file}:${source.line}`} base={folder} />
        </button>
      </div>
      <dl className="flex min-w-0 flex-col gap-1 text-sm">
        <Said name={t('firing.reason')} text={reason} />
        <Said name={t('firing.problem')} text={said} />
        <Said name={t('firing.sets')} text={sets?.join(', ')} mono />
        <Said name={t('firing.toModel')} text={toModel} />
        <Said name={t('firing.toPerson')} text={problem === undefined ? toPerson : toPerson?.replace(problem, () => said ?? problem)} />
        <Said name={t('firing.changed')} text={textOf(texts, run.updatedInput)} mono />
        <Said name={t('firing.stdout')} text={textOf(texts, run.stdout)} mono />
        <Said name={t('firing.stderr')} text={textOf(texts, run.stderr)} mono />
      </dl>
    </li>
  );
}

/** A part as text: a text as it is, any other value as JSON. */
export function textOf(texts: Readonly<Record<string, unknown>>, part: { hash: string } | undefined): string | undefined {
  const value = part === undefined ? undefined : texts[part.hash];
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

export function Said({ name, text, mono = false }: { name: string; text: string | undefined; mono?: boolean }): ReactNode {
  if (text === undefined || text === '') return undefined;
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1 text-faint">
        {name}
        <CopyButton name={name} text={text} />
      </dt>
      <dd
        className={
          mono
            ? 'max-h-56 overflow-auto whitespace-pre-wrap break-anywhere rounded-sm bg-panel px-2 py-1 font-mono'
            : 'whitespace-pre-wrap break-anywhere'
        }
      >
        {text}
      </dd>
    </div>
  );
}
