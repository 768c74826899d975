import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button';

/** Copies a text and says so in its own name. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation('common');
  const [copied, setCopied] = useState<string>();
  const done = copied === text;
  return (
    <IconButton
      name={done ? t('copied') : name}
      icon={done ? <Check size={13} /> : <Copy size={13} />}
      className="size-[22px]"
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied(text),
          () => setCopied(undefined),
        );
      }}
    />
  );
}
