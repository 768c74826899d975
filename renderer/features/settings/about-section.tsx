import { Check, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { useHost } from '../../stores/host';
import { useReveal } from '../../stores/system';
import { useAnswer } from '../../stores/use-answer';
import { useFresh } from '../../stores/use-fresh';
import { CopyButton } from '../../ui/copy-button';
import { IconButton } from '../../ui/icon-button';
import { PathActions } from '../../ui/path-actions';
import { ViewSection } from '../../ui/view-page';

type Info = Result<'app.info'>;
type HealthCheck = Result<'doctor.report'>['checks'][number];

/** What this is, where it keeps its things, and whether all that it needs works here. */
export function AboutSection() {
  const { t } = useTranslation('settings');
  const info = useHost((state) => state.info);
  return (
    <>
      <ViewSection title={t('section.about')}>{info ? <Facts info={info} /> : undefined}</ViewSection>
      <Health info={info} />
    </>
  );
}

function Facts({ info }: { info: Info }) {
  const { t } = useTranslation('settings');
  const reveal = useReveal();
  return (
    <dl className="grid items-center gap-x-6 gap-y-0.5 min-[560px]:grid-cols-[max-content_minmax(0,1fr)]">
      <Fact name={t('about.version')}>Vitrine {info.version}</Fact>
      <Fact name={t('about.home')}>
        <span className="flex items-center gap-1">
          <code className="min-w-0 break-anywhere">{info.home}</code>
          <PathActions path={info.home} onReveal={reveal} />
        </span>
      </Fact>
      <Fact name={t('about.shell')}>{t(`about.shells.${info.shell}`)}</Fact>
      <Fact name={t('about.platform')}>{info.platform}</Fact>
      <Fact name={t('about.sandbox')}>
        {info.sandbox.available ? info.sandbox.detail : t('about.sandboxNone', { why: info.sandbox.detail })}
      </Fact>
      <Fact name={t('about.secretStore')}>{t(`about.stores.${info.secretStore}`)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint text-sm">{name}</dt>
      <dd className="min-h-[26px] min-w-0 content-center">{children}</dd>
    </>
  );
}

function Health({ info }: { info: Info | undefined }) {
  const { t } = useTranslation(['settings', 'common']);
  const [fresh, refresh] = useFresh();
  const { data, error, loading } = useAnswer('doctor.report', {}, String(fresh));
  const checks = data?.checks ?? [];
  return (
    <ViewSection
      title={t('about.health')}
      note={t('about.healthNote')}
      actions={
        <>
          {checks.length > 0 ? <CopyButton label name={t('about.copy')} text={asText(info, checks)} /> : undefined}
          <IconButton name={t('about.again')} icon={<RotateCw size={14} />} disabled={loading} onClick={refresh} />
        </>
      }
    >
      {error ? (
        <p role="alert" className="text-bad text-sm">
          {t(`common:error.${error}`)}
        </p>
      ) : undefined}
      <ul aria-label={t('about.health')} aria-busy={loading} className="border-line border-t">
        {checks.map((check) => (
          <li key={check.id} className="flex min-h-[28px] items-start gap-2 border-line border-b py-[3px]">
            {check.ok ? (
              <Check size={14} className="mt-[3px] shrink-0 text-ok" aria-label={t('about.ok')} />
            ) : (
              <X size={14} className="mt-[3px] shrink-0 text-bad" aria-label={t('about.failed')} />
            )}
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
              <span className="w-40 shrink-0">{t(`about.check.${check.id}`, { defaultValue: check.id })}</span>
              <span className="min-w-0 flex-1 basis-48 break-anywhere">
                {t(`about.${check.ok ? 'works' : 'fails'}.${check.id}`, { defaultValue: '' })}{' '}
                <span lang="en" className="text-muted">
                  {check.detail}
                </span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </ViewSection>
  );
}

/** For a bug report: plain lines in English. */
function asText(info: Info | undefined, checks: readonly HealthCheck[]): string {
  const head = info ? [`Vitrine ${info.version} (${info.shell}), ${info.platform}, sandbox: ${info.sandbox.detail}`] : [];
  return [...head, ...checks.map(({ id, ok, detail }) => `${ok ? 'ok    ' : 'FAILED'} ${id}: ${detail}`)].join('\n');
}
