import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../shared/contract/methods';
import type { RuleEdit } from '../../shared/model/matrix';
import { call, type Refusal, refusalOf } from './host';
import { reportFailure } from './report-failure';
import { showToast } from './toasts';

export interface RulePlan {
  edits: RuleEdit[];
  plan: Result<'permission.plan'>;
}

export interface RulePlanner {
  /** What the host said that the proposed edits would do; undefined while nothing is proposed or it is still asked. */
  proposed: RulePlan | undefined;
  busy: boolean;
  /** `onRefused` gets what the host says about edits that no file or rule can say, in place of a toast. */
  propose: (edits: RuleEdit[], onRefused?: (refusal: Refusal) => void) => Promise<void>;
  /** Writes what was shown. A file that changed meanwhile is left alone. */
  apply: () => Promise<void>;
  drop: () => void;
}

const TOPIC = 'rules';

/** From a thought-of change over its preview to the written one, with the way back. */
export function useRulePlan(place: { folder: string; session?: string }, onWritten: (edits: readonly RuleEdit[]) => void): RulePlanner {
  const { t } = useTranslation(['permissions', 'common']);
  const [proposed, setProposed] = useState<RulePlan>();
  const [busy, setBusy] = useState(false);
  const newest = useRef(0);

  const drop = () => {
    newest.current += 1;
    setProposed(undefined);
    setBusy(false);
  };
  const propose: RulePlanner['propose'] = async (edits, onRefused) => {
    newest.current += 1;
    const mine = newest.current;
    setBusy(true);
    try {
      const plan = await call('permission.plan', { ...place, edits });
      if (mine === newest.current) setProposed({ edits, plan });
    } catch (error) {
      if (mine === newest.current) setProposed(undefined);
      const refusal = refusalOf(error);
      if (onRefused && refusal !== undefined) onRefused(refusal);
      else reportFailure(error);
    } finally {
      if (mine === newest.current) setBusy(false);
    }
  };
  const takeBack = async (undo: string) => {
    try {
      await call('permission.undo', { undo });
      onWritten([]);
      showToast({ text: t('plan.undone'), tone: 'plain', topic: TOPIC });
    } catch (error) {
      reportFailure(error);
    }
  };
  const apply = async () => {
    if (!proposed) return;
    setBusy(true);
    try {
      const hashes = Object.fromEntries(proposed.plan.files.map(({ path, hash }) => [path, hash]));
      const { undo } = await call('permission.apply', { ...place, edits: proposed.edits, hashes });
      drop();
      onWritten(proposed.edits);
      showToast({
        text: t('plan.written'),
        tone: 'plain',
        topic: TOPIC,
        action: { label: t('common:undo'), run: () => void takeBack(undo) },
      });
    } catch (error) {
      reportFailure(error);
      setBusy(false);
    }
  };
  return { proposed, busy, propose, apply, drop };
}
