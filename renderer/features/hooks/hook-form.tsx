import { FlaskConical, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HookEventView } from '../../../shared/contract/hook-methods';
import type { HookType } from '../../../shared/model/hook-run';
import type { Diagnostic } from '../../../shared/model/permission';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { TextInput } from '../../ui/text-input';
import { fieldsOf, type HookField, readField, withField } from './hook-fields';
import { TextArea } from '../../ui/text-area';
import { Switch } from '../../ui/switch';

export interface HookDraft {
  event: string;
  matcher: string;
  handler: Record<string, unknown>;
}

interface HookFormProps {
  draft: HookDraft;
  events: readonly HookEventView[];
  disabled: boolean;
  /** What is wrong with the matcher. */
  badMatcher: Diagnostic | undefined;
  /** Given what the form said before, gives what it says now. */
  onChange: (make: (old: HookDraft) => HookDraft) => void;
  /** Absent where nothing is there to be removed yet. */
  onRemove: (() => void) | undefined;
  onTest: (() => void) | undefined;
}

const NO_EVENT = { tests: false, block: 'nothing' };
const STARTS: Record<HookType, Record<string, unknown>> = {
  command: { command: '' },
  http: { url: 'https://' },
  mcp_tool: { server: '', tool: '' },
  prompt: { prompt: '' },
  agent: { prompt: '' },
};

/** The fields of a hook. What is written in one is in the file when the field is left, or Enter is pressed. */
export function HookForm({ draft, events, disabled, badMatcher, onChange, onRemove, onTest }: HookFormProps) {
  const { t } = useTranslation(['hooks', 'diagnostics']);
  const { event, matcher, handler } = draft;
  const known = events.find(({ name }) => name === event);
  const types = known?.types ?? [];
  const type = types.find((one) => one === handler['type']);
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2.5 text-sm">
      <legend className="sr-only">{t('editor.form')}</legend>
      <Row label={t('event')}>
        <Select
          name={t('event')}
          value={event}
          options={events.map(({ name, fires }) => ({ value: name, label: fires ? name : `${name} (${t('neverFires')})` }))}
          onChange={(next) => onChange((old) => ({ ...old, event: next }))}
        />
      </Row>
      {known ? <p className="text-muted">{t(`effect.${known.block}`)}</p> : undefined}
      <Row label={t('matcher')}>
        <LeftField
          name={t('matcher')}
          value={matcher}
          disabled={known?.matches === undefined}
          invalid={badMatcher !== undefined}
          onLeave={(next) => onChange((old) => ({ ...old, matcher: next }))}
        />
        {badMatcher ? (
          <p role="alert" className="break-anywhere text-bad">
            {t(`diagnostics:detail.${badMatcher.detail?.key}`, { ...badMatcher.detail?.params, defaultValue: badMatcher.message })}
          </p>
        ) : undefined}
      </Row>
      <MatcherNote event={known} />
      <Row label={t('type')}>
        <Select
          name={t('type')}
          value={type ?? types[0] ?? 'command'}
          options={types.map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(next) => onChange((old) => ({ ...old, handler: { type: next, ...STARTS[next] } }))}
        />
      </Row>
      {fieldsOf(type ?? 'command', known ?? NO_EVENT).map((field) => (
        <Field
          key={field.key}
          field={field}
          handler={handler}
          onChange={(text) => onChange((old) => ({ ...old, handler: withField(old.handler, field, text) }))}
        />
      ))}
      <div className="flex flex-wrap gap-1.5 pt-1">
        {onTest ? (
          <Button onClick={onTest}>
            <FlaskConical size={13} aria-hidden />
            {t('editor.test')}
          </Button>
        ) : undefined}
        {onRemove ? (
          <Button look="danger" onClick={onRemove}>
            <Trash2 size={13} aria-hidden />
            {t('editor.remove')}
          </Button>
        ) : undefined}
      </div>
    </fieldset>
  );
}

/** What a matcher meets at an event, and what it waits for in vain. */
function MatcherNote({ event }: { event: HookEventView | undefined }) {
  const { t } = useTranslation('hooks');
  if (event?.matches === undefined) return <p className="text-muted">{t('noMatcher')}</p>;
  const { matches, values = [], silent = [] } = event;
  const met = values.filter((value) => !silent.includes(value));
  return (
    <div className="text-muted">
      <p>{t('matcherNote', { what: t(`matches.${matches}`) })}</p>
      {met.length > 0 ? <p className="break-anywhere">{t('matcherValues', { values: met.join(', ') })}</p> : undefined}
      {silent.length > 0 ? <p className="break-anywhere">{t('matcherSilent', { values: silent.join(', ') })}</p> : undefined}
    </div>
  );
}

function Field({ field, handler, onChange }: { field: HookField; handler: Record<string, unknown>; onChange: (text: string) => void }) {
  const { t } = useTranslation('hooks');
  const label = t(`field.${field.key}`);
  if (field.kind === 'flag') {
    const on = handler[field.key] === field.on;
    return (
      <div className="flex items-center justify-between gap-3">
        <span className="text-muted">{label}</span>
        <Switch name={label} checked={on} onChange={(next) => onChange(next ? 'on' : '')} />
      </div>
    );
  }
  return (
    <Row label={label}>
      <LeftField
        name={label}
        value={readField(handler, field)}
        lines={field.kind === 'text' || field.kind === 'number' ? 1 : 3}
        onLeave={onChange}
      />
    </Row>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-1">
      <span id={id} className="text-muted">
        {label}
      </span>
      {children}
    </div>
  );
}

/** A field whose text counts when it is left, or at Enter in a single line. */
function LeftField({
  name,
  value,
  lines = 1,
  disabled = false,
  invalid = false,
  onLeave,
}: {
  name: string;
  value: string;
  lines?: number;
  disabled?: boolean;
  invalid?: boolean;
  onLeave: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const leave = () => {
    if (text !== value) onLeave(text);
  };
  const shared = { name, value: text, disabled, 'aria-invalid': invalid, onBlur: leave, className: 'font-mono' };
  if (lines === 1) return <TextInput {...shared} onChange={(event) => setText(event.target.value)} onEnter={leave} />;
  return <TextArea {...shared} rows={lines} maxHeight={240} onChange={(event) => setText(event.target.value)} />;
}
