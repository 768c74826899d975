import { ArrowUp, ImagePlus, Square } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { interruptTurn } from '../../stores/session-actions';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { ContextNote } from './context-note';
import { ModePicker } from './mode-picker';
import { ModelPicker } from './model-picker';

interface ComposerBarProps {
  canSend: boolean;
  running: boolean;
  /** The text is a message, a command for the terminal, or a line for a file of instructions. */
  does: 'send' | 'run' | 'note';
  readOnly: boolean;
  onSend: () => void;
  onImages: (files: readonly File[]) => Promise<void>;
}

export function ComposerBar({ canSend, running, does, readOnly, onSend, onImages }: ComposerBarProps) {
  const { t } = useTranslation('composer');
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="@container flex items-center gap-0.5 px-1.5 pb-1.5">
      <ModePicker />
      <ModelPicker />
      <IconButton
        name={t('image')}
        icon={<ImagePlus size={15} strokeWidth={1.6} />}
        disabled={readOnly}
        onClick={() => file.current?.click()}
      />
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        aria-label={t('image')}
        onChange={(event) => {
          void onImages([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <span className="flex-1" />
      <ContextNote />
      {running ? (
        <Button onClick={() => void interruptTurn()} className="ml-2">
          <Square size={11} fill="currentColor" aria-hidden />
          {t('stop')}
        </Button>
      ) : undefined}
      <Button look="solid" disabled={!canSend || readOnly} onClick={onSend} className="ml-2">
        <ArrowUp size={14} aria-hidden />
        {t(does === 'run' ? 'runIt' : does === 'note' ? 'noteIt' : running ? 'queueIt' : 'send')}
      </Button>
    </div>
  );
}
