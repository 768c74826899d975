import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { IconButton } from './icon-button';

/** Copies a text and says so in its own name. With `label` its name stands beside the mark. */
export function CopyButton({ name, text, label = false }: { name: string; text: string; label?: boolean }) {
  const { t } = useTranslation('common');
  const [copied, setCopied] = useState<string>();
  const done = copied === text;
  const shown = done ? t('copied') : name;
  const icon = done ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(undefined),
    );
  };
  if (!label) return <IconButton name={shown} icon={icon} className="size-[22px]" onClick={copy} />;
  return (
    <Button onClick={copy}>
      {icon}
      {shown}
    </Button>
  );
}
