import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleEdit } from '../../../shared/model/matrix';
import type { RuleRef, RuleScope, Verdict } from '../../../shared/model/permission';
import { Button } from '../../ui/button';
import { VerdictChip } from '../../ui/decision-chip';
import { IconButton } from '../../ui/icon-button';
import { keyed } from '../../ui/keyed';
import { Select } from '../../ui/select';
import { TextInput } from '../../ui/text-input';
import { editableScopes, VERDICTS } from './rule-editor';

interface DraftEditsProps {
  edits: readonly RuleEdit[];
  rules: readonly RuleRef[];
  inSession: boolean;
  onChange: (edits: RuleEdit[]) => void;
}

/** Rules that are thought of as added or taken away, not saved. */
export function DraftEdits({ edits, rules, inSession, onChange }: DraftEditsProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const [verdict, setVerdict] = useState<Verdict>('allow');
  const [scope, setScope] = useState<RuleScope>('local');
  const [text, setText] = useState('');
  const add = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === '') return;
    onChange([...edits, { type: 'add', scope, verdict, rule: text.trim() }]);
    setText('');
  };
  const scopes = editableScopes(inSession);
  const removable = rules.filter(
    (rule) =>
      scopes.includes(rule.scope) &&
      !edits.some(
        (edit) => edit.type === 'remove' && edit.rule === rule.text && edit.scope === rule.scope && edit.verdict === rule.verdict,
      ),
  );
  return (
    <section aria-label={t('replay.draft')} className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('replay.draft')}</h2>
      {edits.length === 0 ? <p className="text-muted">{t('replay.noDraft')}</p> : undefined}
      <ul aria-label={t('replay.draft')} className={edits.length === 0 ? 'hidden' : 'border-line border-t'}>
        {keyed(edits).map(({ key, value: edit }, index) => (
          <li key={key} className="flex min-h-[26px] items-center gap-2 border-line border-b">
            <span aria-hidden className="w-3 text-center text-muted">
              {edit.type === 'remove' ? '−' : '+'}
            </span>
            <span className="sr-only">{t(edit.type === 'remove' ? 'replay.removed' : 'replay.added')}</span>
            {'verdict' in edit && edit.type !== 'cell' ? <VerdictChip verdict={edit.verdict} /> : undefined}
            <code className="min-w-0 flex-1 break-anywhere">{'rule' in edit ? edit.rule : ''}</code>
            <span className="text-faint">{'scope' in edit ? t(`common:scope.${edit.scope}`) : ''}</span>
            <IconButton name={t('replay.forget')} icon={<X size={13} />} onClick={() => onChange(edits.filter((_, at) => at !== index))} />
          </li>
        ))}
      </ul>
      <form onSubmit={add} className="flex flex-wrap items-center gap-1.5">
        <Select
          name={t('editor.verdict')}
          value={verdict}
          options={VERDICTS.map((value) => ({ value, label: t(`common:decision.${value}`) }))}
          onChange={setVerdict}
        />
        <TextInput
          name={t('editor.rule')}
          value={text}
          placeholder={t('check.example.rule')}
          onChange={(event) => setText(event.target.value)}
          onEnter={add}
          className="min-w-32 flex-1 font-mono"
        />
        <Select
          name={t('editor.scope')}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(`common:scope.${value}`) }))}
          onChange={setScope}
        />
        <Button type="submit" disabled={text.trim() === ''}>
          {t('replay.add')}
        </Button>
      </form>
      {removable.length > 0 ? (
        <Select
          name={t('replay.without')}
          value=""
          options={[
            { value: '', label: t('replay.without') },
            ...removable.map((rule, index) => ({ value: String(index), label: `${t(`common:decision.${rule.verdict}`)} ${rule.text}` })),
          ]}
          onChange={(index) => {
            const rule = removable[Number(index)];
            if (index !== '' && rule)
              onChange([
                ...edits,
                {
                  type: 'remove',
                  scope: rule.scope,
                  verdict: rule.verdict,
                  rule: rule.text,
                  ...(rule.file === undefined ? {} : { file: rule.file }),
                },
              ]);
          }}
        />
      ) : undefined}
    </section>
  );
}
