import { Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleEdit } from '../../../shared/model/matrix';
import type { RuleRef, RuleScope, Verdict } from '../../../shared/model/permission';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { TextInput } from '../../ui/text-input';
import { RefusedRule } from './refused-rule';
import type { Refusal } from '../../stores/host';
import type { RulePlanner } from '../../stores/use-rule-plan';

export const VERDICTS: readonly Verdict[] = ['allow', 'ask', 'deny'];

/** Scopes that a person may write to from here. */
export function editableScopes(inSession: boolean): RuleScope[] {
  return ['local', 'project', 'user', ...(inSession ? (['session'] as const) : [])];
}

interface RuleEditorProps {
  /** The rule in hand; without one, a new rule. */
  rule: RuleRef | undefined;
  scope: RuleScope;
  inSession: boolean;
  planner: RulePlanner;
}

/** One rule's verdict, words and place. What a change would do is shown before it is written. */
export function RuleEditor({ rule, scope: start, inSession, planner }: RuleEditorProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const [verdict, setVerdict] = useState<Verdict>(rule?.verdict ?? 'allow');
  const [text, setText] = useState(rule?.text ?? '');
  const [scope, setScope] = useState<RuleScope>(rule?.scope ?? start);
  const [refused, setRefused] = useState<Refusal>();
  const why = useId();
  const scopes = editableScopes(inSession);
  const fixed = rule !== undefined && !scopes.includes(rule.scope);
  const words = text.trim();
  const edits = editsFor(rule, { verdict, text: words, scope });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setRefused(undefined);
    if (edits.length > 0) void planner.propose(edits, setRefused);
  };
  if (fixed) return <p className="text-muted text-sm">{t('editor.fixed', { scope: t(`common:scope.${rule.scope}`) })}</p>;
  return (
    <form aria-label={t(rule ? 'editor.change' : 'editor.add')} onSubmit={submit} className="flex flex-col gap-2 text-sm">
      <h2 className="font-semibold">{t(rule ? 'editor.change' : 'editor.add')}</h2>
      <div className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-3 gap-y-2">
        <span className="text-muted">{t('editor.verdict')}</span>
        <Select
          name={t('editor.verdict')}
          value={verdict}
          options={VERDICTS.map((value) => ({ value, label: t(`common:decision.${value}`) }))}
          onChange={setVerdict}
        />
        <span className="text-muted">{t('editor.rule')}</span>
        <div className="min-w-0">
          <TextInput
            name={t('editor.rule')}
            value={text}
            placeholder={t('check.example.rule')}
            aria-invalid={refused !== undefined}
            aria-describedby={why}
            onChange={(event) => {
              setText(event.target.value);
              setRefused(undefined);
            }}
            onEnter={submit}
            className="font-mono"
          />
          <RefusedRule id={why} refusal={refused} />
        </div>
        <span className="text-muted">{t('editor.scope')}</span>
        <Select
          name={t('editor.scope')}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(`common:scope.${value}`) }))}
          onChange={setScope}
        />
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Button type="submit" disabled={edits.length === 0 || planner.busy}>
          {t('editor.preview')}
        </Button>
        {rule ? (
          <Button look="danger" disabled={planner.busy} onClick={() => void planner.propose([{ ...placeOf(rule), type: 'remove' }])}>
            <Trash2 size={13} aria-hidden />
            {t('editor.remove')}
          </Button>
        ) : undefined}
      </div>
    </form>
  );
}

/** The edits that lead from a rule to what the form says; none where nothing differs. */
export function editsFor(rule: RuleRef | undefined, to: { verdict: Verdict; text: string; scope: RuleScope }): RuleEdit[] {
  if (to.text === '') return [];
  const added: RuleEdit = { type: 'add', scope: to.scope, verdict: to.verdict, rule: to.text };
  if (!rule) return [added];
  const place = placeOf(rule);
  const moved = to.scope !== rule.scope;
  const changed = to.verdict !== rule.verdict || to.text !== rule.text;
  if (moved) return changed ? [{ ...place, type: 'remove' }, added] : [{ ...place, type: 'move', to: to.scope }];
  return changed ? [{ ...place, type: 'replace', by: { verdict: to.verdict, rule: to.text } }] : [];
}

function placeOf({ scope, file, verdict, text }: RuleRef) {
  return { scope, verdict, rule: text, ...(file === undefined ? {} : { file }) };
}
