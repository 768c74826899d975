import { Play, Square } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { ErrorCode } from '../../../shared/model/failure';
import type { ServerToolView } from '../../../shared/model/mcp';
import { call, errorCode, failureDetail } from '../../stores/host';
import { HostCallError } from '../../transport/host-call-error';
import { Button } from '../../ui/button';
import { CodeEditor } from '../../ui/code-editor';
import { DecisionView } from '../../ui/decision-view';
import { isObject, parseObject } from '../../ui/json-object';
import { ViewSection } from '../../ui/view-page';
import { CallResult } from './call-result';
import { defaultsOf, fieldsOf, problemOf } from './schema-fields';
import { type FormValue, SchemaForm } from './schema-form';
import type { ServerPlace } from './server-place';
import { ask } from './server-actions';

/** A call by hand: its input as a form or as JSON, the decision of the rules, and the result as the model would have it. */
export function ToolCall({ folder, server, tool }: ServerPlace & { tool: ServerToolView }) {
  const { t } = useTranslation(['mcp', 'common']);
  const { fields, isWhole } = useMemo(() => fieldsOf(tool.inputSchema), [tool.inputSchema]);
  const [value, setValue] = useState<FormValue>(() => defaultsOf(fields));
  /** What stands in the editor, while the input is edited as JSON. */
  const [json, setJson] = useState<string>();
  const run = useToolCall(folder, server, tool.name);
  const input = json === undefined ? value : parseObject(json);
  const isReady = input !== undefined && (json !== undefined || fields.every((field) => problemOf(field, value[field.key]) === undefined));
  const start = (confirmed: boolean) => {
    if (isReady && !run.running) void run.start(input, confirmed);
  };
  const change = (next: FormValue) => {
    setValue(next);
    run.forgetQuestion();
  };
  const changeJson = (next: string) => {
    setJson(next);
    run.forgetQuestion();
  };
  const toggle = () => {
    if (json === undefined) return setJson(`${JSON.stringify(value, undefined, 2)}\n`);
    setValue(parseObject(json) ?? value);
    setJson(undefined);
  };
  return (
    <ViewSection
      title={t('call.title')}
      note={t('call.note')}
      actions={
        <Button look="quiet" disabled={json !== undefined && parseObject(json) === undefined} onClick={toggle}>
          {t(json === undefined ? 'call.asJson' : 'call.asForm')}
        </Button>
      }
      className="flex min-w-0 flex-col gap-2"
    >
      {json === undefined ? (
        <>
          {isWhole ? undefined : <p className="text-muted text-sm">{t(fields.length === 0 ? 'call.noInput' : 'call.more')}</p>}
          <SchemaForm fields={fields} value={value} onChange={change} onEnter={() => start(false)} />
        </>
      ) : (
        <div className="flex h-56 flex-col">
          <CodeEditor language="json" label={t('call.json')} value={json} onChange={changeJson} className="min-h-0 flex-1" />
        </div>
      )}
      {json !== undefined && input === undefined ? <p className="text-sm text-warn">{t('call.badJson')}</p> : undefined}
      <div className="flex flex-wrap items-center gap-1.5">
        {run.running ? (
          <Button look="danger" onClick={run.stop}>
            <Square size={12} aria-hidden />
            {t('call.stop')}
          </Button>
        ) : (
          <Button look="solid" disabled={!isReady} onClick={() => start(false)}>
            <Play size={13} aria-hidden />
            {t('call.run')}
          </Button>
        )}
        <span role="status" className="text-muted text-sm">
          {run.running ? t('call.running') : ''}
        </span>
      </div>
      {run.failure ? (
        <div role="alert" className="text-sm">
          <p className="text-bad">{t(run.failure.code === 'denied' ? 'call.denied' : `common:error.${run.failure.code}`)}</p>
          {run.failure.rule ? <code className="block break-anywhere">{run.failure.rule}</code> : undefined}
          {run.failure.detail ? (
            <p lang="en" className="break-anywhere text-muted">
              {run.failure.detail}
            </p>
          ) : undefined}
        </div>
      ) : undefined}
      {run.result?.asks ? (
        <section aria-label={t('call.asks')} className="flex flex-col gap-2 rounded-lg border border-warn p-2.5">
          <p>{t('call.asks')}</p>
          <DecisionView decision={run.result.decision} />
          <div>
            <Button disabled={!isReady} onClick={() => start(true)}>
              {t('call.confirm')}
            </Button>
          </div>
        </section>
      ) : run.result ? (
        <CallResult result={run.result} />
      ) : undefined}
    </ViewSection>
  );
}

let lastCall = 0;

interface Failure {
  code: ErrorCode;
  detail: string | undefined;
  /** The rule that denies, with its place. */
  rule: string | undefined;
}

function useToolCall(folder: string, server: string, tool: string) {
  const [running, setRunning] = useState(false);
  const [result, setResult] = useState<Result<'mcp.call'>>();
  const [failure, setFailure] = useState<Failure>();
  const name = useRef('');
  const start = async (input: FormValue, confirmed: boolean) => {
    lastCall += 1;
    name.current = `${Date.now()}-${lastCall}`;
    setRunning(true);
    setFailure(undefined);
    setResult(undefined);
    try {
      setResult(await call('mcp.call', { folder, server, tool, input: { ...input }, call: name.current, confirmed }));
    } catch (error) {
      setFailure({ code: errorCode(error), detail: failureDetail(error), rule: ruleOf(error) });
    } finally {
      setRunning(false);
    }
  };
  const stop = () => void ask('mcp.stopCall', { folder, call: name.current });
  /** What was asked about is another input by now. */
  const forgetQuestion = () => setResult((old) => (old?.asks ? undefined : old));
  return { running, result, failure, start, stop, forgetQuestion };
}

function ruleOf(error: unknown): string | undefined {
  const decision = error instanceof HostCallError ? error.data?.['decision'] : undefined;
  const rule = isObject(decision) ? decision['rule'] : undefined;
  if (!isObject(rule)) return undefined;
  const { text, file, line } = rule;
  return typeof file === 'string' ? `${String(text)} (${file}:${String(line ?? 1)})` : String(text);
}
