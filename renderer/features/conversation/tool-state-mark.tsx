import { Ban, Check, CircleDashed, CircleSlash, Hand, Play, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ToolState } from '../../../shared/model/tool';

const LOOKS = {
  validating: { Icon: CircleDashed, tone: 'text-faint' },
  'awaiting-approval': { Icon: Hand, tone: 'text-warn' },
  executing: { Icon: Play, tone: 'text-ink' },
  success: { Icon: Check, tone: 'text-ok' },
  error: { Icon: X, tone: 'text-bad' },
  denied: { Icon: Ban, tone: 'text-bad' },
  cancelled: { Icon: CircleSlash, tone: 'text-muted' },
} as const;

/** The state of a tool call as a still mark with a name. */
export function ToolStateMark({ state = 'validating' }: { state: ToolState | undefined }) {
  const { t } = useTranslation('conversation');
  const { Icon, tone } = LOOKS[state];
  const name = t(`toolState.${state}`);
  return (
    <span title={name} className={`shrink-0 ${tone}`}>
      <Icon size={13} role="img" aria-label={name} />
    </span>
  );
}
