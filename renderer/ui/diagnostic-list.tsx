import { CircleX, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Diagnostic } from '../../shared/model/permission';
import { CopyButton } from './copy-button';
import { cx } from './cx';
import { keyed } from './keyed';

const LOOKS = {
  error: { Icon: CircleX, ink: 'text-bad' },
  warning: { Icon: TriangleAlert, ink: 'text-warn' },
  info: { Icon: Info, ink: 'text-muted' },
} as const;

interface DiagnosticListProps {
  diagnostics: readonly Diagnostic[];
  name: string;
  base?: string;
  /** Shows a file below `base` that is not there, to be made. */
  onMissing?: ((path: string) => void) | undefined;
}

/**
 * What the host found wrong, where, and what would be right. The title goes by code; the exact words are the host's where it gives no others. Files below `base`
 * are named by their paths from there.
 */
export function DiagnosticList({ diagnostics, name, base, onMissing }: DiagnosticListProps) {
  return (
    <ul aria-label={name} className="flex flex-col gap-1.5">
      {keyed(diagnostics).map(({ key, value }) => (
        <DiagnosticRow key={key} diagnostic={value} base={base} onMissing={onMissing} />
      ))}
    </ul>
  );
}

function DiagnosticRow({
  diagnostic: { code, message, severity, file, line, suggestion, missing, detail },
  base = '',
  onMissing,
}: {
  diagnostic: Diagnostic;
  base: string | undefined;
  onMissing: DiagnosticListProps['onMissing'];
}) {
  const { t } = useTranslation('diagnostics');
  const { Icon, ink } = LOOKS[severity];
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon size={14} aria-hidden className={cx('mt-[2px] shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p>
          <span className="sr-only">{t(`severity.${severity}`)}: </span>
          <span className="font-semibold">{t(`code.${code}`, { defaultValue: code })}</span>
          {file ? (
            <code className="ml-2 break-anywhere text-muted">
              {base !== '' && file.startsWith(`${base}/`) ? file.slice(base.length + 1) : file}
              {line === undefined ? '' : `:${line}`}
            </code>
          ) : undefined}
        </p>
        <p {...(detail ? {} : { lang: 'en' })} className="break-anywhere text-muted">
          {detail ? t(`detail.${detail.key}`, { ...detail.params, defaultValue: message }) : message}
        </p>
        {onMissing && missing && base !== '' && missing.startsWith(`${base}/`) ? (
          <button type="button" className="break-anywhere text-left underline hover:text-ink" onClick={() => onMissing(missing)}>
            {t('makeFile', { path: missing.slice(base.length + 1) })}
          </button>
        ) : undefined}
        {suggestion ? (
          <p className="flex flex-wrap items-center gap-x-1.5">
            <span className="text-muted">{t('suggestion')}</span>
            <code className="break-anywhere">{suggestion}</code>
            <CopyButton name={t('copySuggestion')} text={suggestion} />
          </p>
        ) : undefined}
      </div>
    </li>
  );
}
