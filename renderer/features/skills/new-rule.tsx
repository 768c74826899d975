import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameSlug } from '../../../shared/text/name-slug';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { NewDocument } from '../../ui/new-document';
import { TextInput } from '../../ui/text-input';

interface NewRuleProps {
  folder: string;
  onMade: (path: string) => void;
  onCancel: () => void;
}

/** A new rule of the project: its name, and the pattern of the files for which it is sent. */
export function NewRule({ folder, onMade, onCancel }: NewRuleProps) {
  const { t } = useTranslation('memory');
  const [name, setName] = useState('');
  const [pattern, setPattern] = useState('');
  const plain = nameSlug(name);
  const make = () => {
    if (plain === '') return;
    const path = `${folder}/.claude/rules/${plain}.md`;
    call('document.create', { folder, path, text: ruleText(pattern.trim()) }).then(() => onMade(path), reportFailure);
  };
  return (
    <NewDocument
      words={{ name: t('rule.name'), make: t('rule.make') }}
      name={name}
      onName={setName}
      canMake={plain !== ''}
      onMake={make}
      onCancel={onCancel}
    >
      <TextInput
        name={t('rule.paths')}
        placeholder={t('rule.paths')}
        value={pattern}
        onChange={(event) => setPattern(event.target.value)}
        onEnter={make}
        onEscape={onCancel}
        className="font-mono"
      />
    </NewDocument>
  );
}

function ruleText(pattern: string): string {
  return pattern === '' ? '' : `---\npaths:\n  - ${JSON.stringify(pattern)}\n---\n`;
}
