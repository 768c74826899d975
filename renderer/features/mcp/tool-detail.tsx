import { useTranslation } from 'react-i18next';
import type { ServerToolView } from '../../../shared/model/mcp';
import { Chip } from '../../ui/chip';
import { Code } from '../../ui/code';
import { CopyButton } from '../../ui/copy-button';
import { Fact } from '../../ui/fact';
import { useFormat } from '../../ui/format';
import { ScrollRegion } from '../../ui/scroll-region';
import { SmallIcon } from '../../ui/small-icon';
import { Tokens } from '../../ui/tokens';
import { ViewSection } from '../../ui/view-page';
import type { ServerPlace } from './server-place';
import { ServerText } from './server-text';
import { ToolCall } from './tool-call';

/** One tool: what the server says of it, what the model gets of it, what it costs, and a call by hand. */
export function ToolDetail({ tool, ...place }: ServerPlace & { tool: ServerToolView }) {
  const { t } = useTranslation(['mcp', 'common']);
  const format = useFormat();
  const {
    name,
    title,
    description,
    offeredAs,
    inputSchema,
    outputSchema,
    sideEffect,
    tokens,
    deferred,
    left,
    hasPage,
    calls,
    errors,
    latency,
  } = tool;
  return (
    <ScrollRegion name={name} className="@container min-h-0 min-w-0 flex-1 px-4 py-3">
      <div className="grid gap-x-8 gap-y-4 @[880px]:grid-cols-2 @[880px]:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <header>
            <h2 className="flex items-center gap-2 break-anywhere font-semibold text-lg">
              <SmallIcon src={tool.icon} />
              <bdi>{title ?? name}</bdi>
            </h2>
            {left ? <p className="text-sm text-warn">{t(`leftWhy.${left}`)}</p> : undefined}
            {hasPage ? <p className="text-muted text-sm">{t('tools.pageWhy')}</p> : undefined}
          </header>
          {description === '' ? undefined : <ServerText name={t('tools.description')} text={description} />}
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
            <Fact name={t('tools.offeredAs')}>
              <span className="flex items-center gap-1">
                <code className="min-w-0 break-anywhere">{offeredAs}</code>
                <CopyButton name={t('tools.copyName')} text={offeredAs} />
              </span>
            </Fact>
            <Fact name={t('tools.cost')}>
              <Tokens bare count={tokens} estimated /> {t(deferred ? 'tools.deferred' : 'tools.inEvery')}
            </Fact>
            <Fact name={t('tools.treatedAs')}>{t(`sideEffect.${sideEffect}`)}</Fact>
            <Fact name={t('tools.hints')}>
              <Hints hints={tool.hints} />
            </Fact>
            <Fact name={t('column.calls')}>
              {t('calls', { count: calls })} · {t('errors', { count: errors })}
              {latency ? ` · p50 ${format.duration(latency.p50)} · p95 ${format.duration(latency.p95)}` : ''}
            </Fact>
          </dl>
        </div>
        <div className="min-w-0 @[880px]:col-start-2 @[880px]:row-span-2 @[880px]:row-start-1">
          <ToolCall {...place} tool={tool} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Schema name={t('tools.input')} schema={inputSchema} />
          {outputSchema ? <Schema name={t('tools.output')} schema={outputSchema} /> : undefined}
        </div>
      </div>
    </ScrollRegion>
  );
}

/** What the server claims. The words say that nothing follows from it. */
function Hints({ hints }: Pick<ServerToolView, 'hints'>) {
  const { t } = useTranslation('mcp');
  const given = (['readOnly', 'destructive', 'idempotent', 'openWorld'] as const).filter((hint) => hints[hint] !== undefined);
  if (given.length === 0) return <span className="text-muted">{t('hint.none')}</span>;
  return (
    <span className="flex flex-wrap items-center gap-1">
      {given.map((hint) => (
        <Chip key={hint}>{t(`hint.${hint}.${hints[hint] === true ? 'yes' : 'no'}`)}</Chip>
      ))}
      <span className="w-full text-muted">{t('hint.note')}</span>
    </span>
  );
}

function Schema({ name, schema }: { name: string; schema: ServerToolView['inputSchema'] }) {
  return (
    <ViewSection title={name}>
      <Code
        name={name}
        code={JSON.stringify(schema, undefined, 2)}
        language="json"
        className="max-h-[46vh] rounded-md border border-line bg-panel px-2 py-1"
      />
    </ViewSection>
  );
}
