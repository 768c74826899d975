import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { useFolder } from '../../stores/folder';
import { call, useHost } from '../../stores/host';
import { useSession } from '../../stores/session';
import { useFresh } from '../../stores/use-fresh';

/** Whether commands are isolated: in the folder that is worked on, or on the machine as long as there is none. */
export function SandboxFact() {
  const { t } = useTranslation('frame');
  const machine = useHost((state) => state.info?.sandbox);
  const opened = useFolder((state) => state.folder);
  const trusted = useFolder((state) => state.trusted);
  const session = useSession((state) => state.state?.folder);
  const turns = useSession((state) => state.state?.turns.length);
  const folder = session ?? opened;
  const [fresh] = useFresh();
  const [known, setKnown] = useState<Result<'permission.isolation'>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: trust, a turn and a person who comes back may have changed the settings
  useEffect(() => {
    let current = true;
    const take = (found: Result<'permission.isolation'> | undefined) => {
      if (current) setKnown(found);
    };
    if (folder === undefined) take(undefined);
    else call('permission.isolation', { folder }).then(take, () => take(undefined));
    return () => {
      current = false;
    };
  }, [folder, trusted, turns, fresh]);
  if (!machine) return undefined;
  const { isolated, why, detail, byRules } = known ?? {
    isolated: machine.available,
    why: 'unavailable' as const,
    detail: machine.detail,
    byRules: false,
  };
  const value = isolated ? detail : t(byRules ? 'status.sandboxByRules' : why === 'off' ? 'status.sandboxOff' : 'status.sandboxNone');
  return (
    <span title={detail} className={isolated ? 'min-w-0 truncate' : 'min-w-0 truncate text-warn'}>
      {t('status.sandbox', { value })}
    </span>
  );
}
