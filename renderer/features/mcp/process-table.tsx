import { useTranslation } from 'react-i18next';
import type { ServerDetail } from '../../../shared/model/mcp';
import { useFormat } from '../../ui/format';
import { ViewSection } from '../../ui/view-page';

type Process = ServerDetail['processes'][number];

/** The process of a server with all that it started; each stands below the one that started it. */
export function ProcessTable({ processes }: { processes: readonly Process[] }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  if (processes.length === 0) return undefined;
  return (
    <ViewSection title={t('processes')} count={processes.length}>
      <table aria-label={t('processes')} className="w-full table-fixed border-collapse text-left text-sm">
        <thead>
          <tr className="text-faint">
            <th scope="col" className="w-20 font-normal">
              {t('column.pid')}
            </th>
            <th scope="col" className="font-normal">
              {t('launch.command')}
            </th>
            <th scope="col" className="w-24 text-right font-normal">
              {t('memory')}
            </th>
          </tr>
        </thead>
        <tbody>
          {inOrder(processes).map(({ process, depth }) => (
            <tr key={process.pid} className="border-line border-t align-baseline">
              <td>{process.pid}</td>
              <td style={{ paddingLeft: depth * 14 }}>
                <span title={process.command} className="line-clamp-2 break-anywhere font-mono">
                  {process.command}
                </span>
              </td>
              <td className="text-right">{format.bytes(process.residentBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ViewSection>
  );
}

/** Parents before their children, each with its depth; what has no parent in the list is a root. */
function inOrder(processes: readonly Process[]): Array<{ process: Process; depth: number }> {
  const known = new Set(processes.map(({ pid }) => pid));
  const below = (of: (process: Process) => boolean, depth: number): Array<{ process: Process; depth: number }> =>
    processes
      .filter(of)
      .flatMap((process) => [
        { process, depth },
        ...(depth < processes.length ? below(({ pid, parent }) => parent === process.pid && pid !== parent, depth + 1) : []),
      ]);
  return below(({ parent, pid }) => !known.has(parent) || parent === pid, 0);
}
