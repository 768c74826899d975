import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/text-area';
import { TextInput } from '../../ui/text-input';
import type { RulePlanner } from '../../stores/use-rule-plan';

/** A row of one's own: a name and rule patterns. It allows nothing by itself; its cells then write those rules. */
export function RowForm({ planner, onClose }: { planner: RulePlanner; onClose: () => void }) {
  const { t } = useTranslation(['permissions', 'common']);
  const [name, setName] = useState('');
  const [rules, setRules] = useState('');
  const lines = rules
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (name.trim() !== '' && lines.length > 0) void planner.propose([{ type: 'add-row', name: name.trim(), rules: lines }]);
  };
  return (
    <form aria-label={t('rows.add')} onSubmit={submit} className="flex flex-col gap-2 text-sm">
      <h2 className="font-semibold">{t('rows.add')}</h2>
      <p className="text-muted">{t('rows.note')}</p>
      <TextInput
        name={t('rows.name')}
        placeholder={t('rows.name')}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.target.value)}
        onEnter={submit}
      />
      <TextArea
        name={t('rows.rules')}
        placeholder={t('check.example.rules')}
        value={rules}
        rows={4}
        spellCheck={false}
        onChange={(event) => setRules(event.target.value)}
        className="rounded-md border border-line-strong bg-raised px-2 py-[3px] font-mono text-sm! focus-visible:outline-2"
      />
      <div className="flex gap-1.5">
        <Button type="submit" disabled={name.trim() === '' || lines.length === 0}>
          {t('rows.preview')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
