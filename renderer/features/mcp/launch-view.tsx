import { useTranslation } from 'react-i18next';
import type { ServerLaunchView } from '../../../shared/model/mcp';
import { CopyButton } from '../../ui/copy-button';
import { Fact } from '../../ui/fact';
import { keyed } from '../../ui/keyed';

/** What is started or reached, word for word and never cut: each argument stands by itself, so that no space hides where one ends. */
export function LaunchView({ launch }: { launch: ServerLaunchView }) {
  const { t } = useTranslation('mcp');
  const names = launch.type === 'stdio' ? launch.envNames : launch.headerNames;
  const whole = launch.type === 'stdio' ? JSON.stringify([launch.command, ...launch.args]) : launch.url;
  return (
    <dl className="grid gap-x-3 gap-y-1 text-sm @[480px]:grid-cols-[max-content_minmax(0,1fr)]">
      <Fact name={t(launch.type === 'stdio' ? 'launch.command' : 'launch.url')}>
        <span className="flex items-start gap-1">
          <code className="min-w-0 whitespace-pre-wrap break-anywhere">
            {launch.type === 'stdio' ? <Words words={[launch.command, ...launch.args]} /> : <bdi>{launch.url}</bdi>}
          </code>
          <CopyButton name={t('launch.copy')} text={whole} />
        </span>
      </Fact>
      {launch.type === 'stdio' ? (
        <Fact name={t('launch.cwd')}>
          <code className="break-anywhere">{launch.cwd}</code>
        </Fact>
      ) : undefined}
      <Fact name={t(launch.type === 'stdio' ? 'launch.env' : 'launch.headers')}>
        {names.length === 0 ? (
          <span className="text-muted">{t('launch.none')}</span>
        ) : launch.written === undefined ? (
          <code className="break-anywhere">{names.join('  ')}</code>
        ) : (
          <WrittenList written={launch.written} />
        )}
      </Fact>
      {launch.type !== 'stdio' && launch.headersHelper !== undefined ? (
        <Fact name={t('launch.headersHelper')}>
          <code className="whitespace-pre-wrap break-anywhere">
            <bdi>{launch.headersHelper}</bdi>
          </code>
        </Fact>
      ) : undefined}
      {launch.type !== 'stdio' && launch.oauth ? <Fact name={t('launch.signIn')}>{t('launch.oauth')}</Fact> : undefined}
    </dl>
  );
}

type Written = NonNullable<ServerLaunchView['written']>;

/** Variables or headers with their values, as the project's file has them. */
function WrittenList({ written }: { written: Written }) {
  const { t } = useTranslation('mcp');
  return (
    <ul className="flex flex-col gap-1">
      {written.map(({ name, value, steers }) => (
        <li key={name}>
          <code className="whitespace-pre-wrap break-anywhere">
            <bdi>{name}</bdi> = <bdi>{value === '' ? '""' : value}</bdi>
          </code>
          {steers ? <strong className="ml-2 font-normal text-warn">{t('launch.steers')}</strong> : undefined}
        </li>
      ))}
    </ul>
  );
}

function Words({ words }: { words: readonly string[] }) {
  return keyed(words).map(({ key, value }) => (
    <bdi key={key} className="mr-1 mb-1 inline-block max-w-full rounded-sm border border-line bg-panel px-1">
      {value === '' ? '""' : value}
    </bdi>
  ));
}
