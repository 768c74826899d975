import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MatrixRow } from '../../../shared/model/matrix';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/text-area';
import { TextInput } from '../../ui/text-input';
import { useRowName } from '../../ui/matrix-names';
import { RefusedRule } from './refused-rule';
import type { Refusal } from '../../stores/host';
import type { RulePlanner } from '../../stores/use-rule-plan';

/** A row of one's own: a name and rule patterns. It allows nothing by itself; its cells then write those rules. */
export function RowForm({ planner, known, onClose }: { planner: RulePlanner; known: readonly MatrixRow[]; onClose: () => void }) {
  const { t } = useTranslation(['permissions', 'common']);
  const [name, setName] = useState('');
  const [rules, setRules] = useState('');
  const [refused, setRefused] = useState<Refusal>();
  const why = useId();
  const rowName = useRowName();
  const lines = rules
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const twin = known.find(({ says }) => isSameSet(says.ask, lines));
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setRefused(undefined);
    if (name.trim() !== '' && lines.length > 0) void planner.propose([{ type: 'add-row', name: name.trim(), rules: lines }], setRefused);
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
        aria-invalid={refused !== undefined}
        aria-describedby={why}
        onChange={(event) => {
          setRules(event.target.value);
          setRefused(undefined);
        }}
        className="font-mono"
      />
      <RefusedRule id={why} refusal={refused} />
      {twin ? <p className="text-muted">{t('rows.twin', { row: rowName(twin.id) })}</p> : undefined}
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

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text) => other.includes(text));
}
