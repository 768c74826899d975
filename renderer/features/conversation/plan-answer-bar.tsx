import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';

type NextMode = 'default' | 'acceptEdits';

interface PlanAnswerBarProps {
  disabled: boolean;
  edited: boolean;
  /** Remarks that were written: they go to the agent with either answer. */
  remarks: number;
  onApprove: (mode: NextMode) => void;
  onReject: () => void;
}

/** The ways to answer a plan, and the mode in which the work goes on. */
export function PlanAnswerBar({ disabled, edited, remarks, onApprove, onReject }: PlanAnswerBarProps) {
  const { t } = useTranslation(['conversation', 'common']);
  const [mode, setMode] = useState<NextMode>('default');
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-line border-t p-2">
      <Button disabled={disabled} onClick={() => onApprove(mode)}>
        {remarks > 0
          ? t(edited ? 'plan.approveEditedRemarks' : 'plan.approveRemarks', { count: remarks })
          : t(edited ? 'plan.approveEdited' : 'plan.approve')}
      </Button>
      <span className="text-muted text-sm">{t('plan.thenMode')}</span>
      <Select
        name={t('plan.thenMode')}
        value={mode}
        options={(['default', 'acceptEdits'] as const).map((value) => ({ value, label: t(`common:mode.${value}`) }))}
        onChange={setMode}
      />
      <span className="flex-1" />
      <Button disabled={disabled} onClick={onReject}>
        {remarks > 0 ? t('plan.sendRemarks', { count: remarks }) : t('plan.reject')}
      </Button>
    </div>
  );
}
