import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandIsolation, SandboxRefusal } from '../../shared/model/sandbox';

/** What the sandbox grants to a command, or that it would run outside, and why. */
export function SandboxView({ isolation }: { isolation: CommandIsolation }) {
  const { t } = useTranslation('common');
  if (!isolation.isolated)
    return (
      <p className="break-anywhere text-warn">
        {t(`sandbox.${isolation.why}`)} <span lang="en">({isolation.detail})</span>
      </p>
    );
  const { writable, readable, unreadable, hosts, neverWritable } = isolation.grant;
  const lists: Array<[string, readonly string[], string]> = [
    ['writable', writable, ''],
    ['readable', readable, ''],
    ['hosts', hosts, t('sandbox.noHosts')],
    ['unreadable', unreadable, ''],
  ];
  return (
    <div className="flex flex-col gap-0.5">
      {lists.map(([name, entries, none]) =>
        entries.length > 0 || none !== '' ? (
          <p key={name} className="break-anywhere">
            <span className="text-faint">{t(`sandbox.${name}`)}</span> {entries.length > 0 ? <Entries of={entries} /> : none}
          </p>
        ) : undefined,
      )}
      <details>
        <summary className="cursor-default text-faint">{t('sandbox.neverWritable', { count: neverWritable.length })}</summary>
        <Entries of={neverWritable} />
      </details>
    </div>
  );
}

/** What a command tried and the sandbox refused. */
export function RefusalList({ refusals }: { refusals: readonly SandboxRefusal[] }) {
  const { t } = useTranslation('common');
  return (
    <ul aria-label={t('sandbox.refusals')} className="flex flex-col gap-0.5 text-sm">
      {refusals.map(({ kind, target }) => (
        <li key={`${kind} ${target}`} className="break-anywhere">
          {t(`sandbox.tried.${kind}`)} <code>{target}</code>
        </li>
      ))}
    </ul>
  );
}

function Entries({ of }: { of: readonly string[] }): ReactNode {
  return <code className="font-mono text-sm">{of.join('  ')}</code>;
}
