import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LintFinding } from '../../../shared/model/call';
import { Chip } from '../../ui/chip';
import { cx } from '../../ui/cx';
import { Popover } from '../../ui/popover';

/** The linter's findings as a badge with a count; the list says what, where, and whether it was mended before the send. */
export function LintBadge({ findings }: { findings: readonly LintFinding[] }) {
  const { t } = useTranslation('inspector');
  const open = findings.filter((finding) => !finding.repaired).length;
  return (
    <Popover
      name={t('lint.name')}
      align="end"
      trigger={
        <button
          type="button"
          aria-label={t('lint.count', { count: findings.length })}
          title={t('lint.count', { count: findings.length })}
          className={cx(
            'flex h-[22px] items-center gap-1 rounded-md px-1.5 text-xs hover:bg-hover',
            open > 0 ? 'text-bad' : findings.length > 0 ? 'text-warn' : 'text-muted',
          )}
        >
          <ListChecks size={13} aria-hidden />
          {findings.length}
        </button>
      }
    >
      {findings.length === 0 ? <p className="text-muted">{t('lint.clean')}</p> : undefined}
      <ul className="flex flex-col gap-2">
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.pointer}`}>
            <span className="flex items-center gap-1.5">
              <span className="font-semibold">{t(`lint.code.${finding.code}`)}</span>
              <Chip tone={finding.repaired ? 'warn' : 'bad'}>{t(finding.repaired ? 'lint.repaired' : 'lint.open')}</Chip>
            </span>
            <p lang="en" className="break-anywhere text-muted">
              {finding.message}
            </p>
            <code className="break-anywhere text-faint text-xs">
              {finding.code} {finding.pointer}
            </code>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
