import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx';
import { type DiffLine, parsePatch } from './parse-patch';
import { ScrollRegion } from './scroll-region';

const MARK = { add: '+', remove: '−', same: ' ', hunk: '' } as const;
const LOOK = { add: 'bg-added', remove: 'bg-removed', same: '', hunk: 'bg-panel text-faint' } as const;
const INK = { add: 'text-added-ink', remove: 'text-removed-ink', same: 'text-faint', hunk: '' } as const;

/** A unified diff with line numbers of both sides. The sign says what the colour says. */
export function Diff({ patch, name, className }: { patch: string; name: string; className?: string }) {
  const { t } = useTranslation('common');
  const lines = useMemo(() => parsePatch(patch), [patch]);
  return (
    <ScrollRegion name={name} className={cx('rounded-md border border-line font-mono text-sm', className)}>
      <table className="w-max min-w-full border-collapse leading-[19px]">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('diff.before')}</th>
            <th scope="col">{t('diff.after')}</th>
            <th scope="col">{t('diff.change')}</th>
            <th scope="col">{t('diff.line')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <DiffRow key={line.key} line={line} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function DiffRow({ line }: { line: DiffLine }) {
  const number = 'w-[1%] select-none px-1.5 text-right text-faint';
  return (
    <tr className={LOOK[line.type]}>
      <td className={number}>{line.before}</td>
      <td className={number}>{line.after}</td>
      <td className={cx('w-[1%] select-none pl-1.5', INK[line.type])}>{MARK[line.type]}</td>
      <td className="whitespace-pre pr-3 pl-1.5">{line.text}</td>
    </tr>
  );
}
