import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView, ToolLoading } from '../../../shared/model/mcp';
import { Button } from '../../ui/button';
import { Switch } from '../../ui/switch';
import { TextInput } from '../../ui/text-input';
import { useFormat } from '../../ui/format';
import { ViewSection } from '../../ui/view-page';
import { ask } from './server-actions';
import { isCostKnown } from './server-words';

const LOADINGS: readonly ToolLoading[] = ['auto', 'always', 'defer'];

/** What the person sets for the server beside its entry; what a choice costs stands beside it before it is made. */
export function ServerOptionsForm({ folder, server }: { folder: string; server: ServerView }) {
  const { t } = useTranslation('mcp');
  const { name, state, options, transport, sandboxed, timeoutMs, tokens, deferred } = server;
  const format = useFormat();
  const group = useId();
  const effect = options.sandbox === false ? 'off' : sandboxed || state !== 'connected' ? 'on' : 'none';
  const change = (to: { loading?: ToolLoading | null; sandbox?: boolean | null; timeoutMs?: number | null }) =>
    void ask('mcp.options', { folder, server: name, change: to });
  const effects: Partial<Record<ToolLoading, string>> = isCostKnown(server)
    ? {
        auto: t(deferred ? 'loading.autoNames' : 'loading.autoWhole'),
        always: t('loading.alwaysCost', { tokens: format.tokens(tokens.definitions) }),
        defer: t('loading.deferCost', { tokens: format.tokens(tokens.names) }),
      }
    : {};
  return (
    <ViewSection title={t('options')} note={t('optionsNote')}>
      <fieldset className="flex flex-col gap-1 text-sm">
        <legend className="pb-1 text-muted">
          {t('loading.title')}
          {isCostKnown(server) ? undefined : <span className="block">{t('loading.costUnknown')}</span>}
        </legend>
        {LOADINGS.map((loading) => (
          <label key={loading} className="clickable flex items-baseline gap-2 rounded-md px-1.5 py-0.5">
            <input
              type="radio"
              name={group}
              checked={(options.loading ?? 'auto') === loading}
              onChange={() => change({ loading: loading === 'auto' ? null : loading })}
              className="shrink-0 self-center"
            />
            <span className="min-w-0">
              {t(`loading.${loading}`)} <span className="block text-muted">{effects[loading]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {transport === 'stdio' ? (
        <div className="flex items-start gap-2 pt-3 text-sm">
          <Switch name={t('sandbox.title')} checked={options.sandbox !== false} onChange={(on) => change({ sandbox: on ? null : false })} />
          <span className="min-w-0">
            {t('sandbox.title')}
            <span className={effect === 'on' ? 'block text-muted' : 'block text-warn'}>{t(`sandbox.${effect}`)}</span>
          </span>
        </div>
      ) : undefined}
      <Timeout ms={timeoutMs} own={options.timeoutMs} onChange={(ms) => change({ timeoutMs: ms })} />
    </ViewSection>
  );
}

const LEAST_SECONDS = 1;
const MOST_SECONDS = 2_147_483;

function Timeout({ ms, own, onChange }: { ms: number; own: number | undefined; onChange: (ms: number | null) => void }) {
  const { t } = useTranslation('mcp');
  const now = String(Math.round(ms / 1000));
  const [text, setText] = useState<string>();
  const shown = text ?? now;
  const seconds = Number(shown);
  const isValid = shown.trim() !== '' && seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS;
  const leave = () => {
    if (text !== undefined && isValid && text !== now) onChange(Math.round(seconds * 1000));
    if (isValid) setText(undefined);
  };
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3 text-sm">
      <span>{t('timeout.title')}</span>
      <TextInput
        name={t('timeout.title')}
        inputMode="numeric"
        value={shown}
        aria-invalid={!isValid}
        onChange={(event) => setText(event.target.value)}
        onBlur={leave}
        onEnter={leave}
        onEscape={() => setText(undefined)}
        className="max-w-[90px] text-right"
      />
      {own === undefined ? undefined : (
        <Button look="quiet" onClick={() => onChange(null)}>
          {t('timeout.back')}
        </Button>
      )}
      {isValid ? undefined : <span className="text-warn">{t('timeout.bad', { least: LEAST_SECONDS, most: MOST_SECONDS })}</span>}
    </div>
  );
}
