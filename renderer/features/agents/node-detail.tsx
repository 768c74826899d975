import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgentNode } from '../../../shared/model/agent-node';
import { select } from '../../stores/selection';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Cost } from '../../ui/cost';
import { Failed } from '../../ui/failed';
import { useFormat } from '../../ui/format';
import { ScrollRegion } from '../../ui/scroll-region';
import { Tokens } from '../../ui/tokens';
import { DelegationList } from '../../ui/delegation-list';
import { NodeActions } from './node-actions';
import { RightsList } from './rights-list';
import { ranFor, type TreeRow } from './tree-rows';
import { WaitsFor } from './tree-row-view';
import { WorktreeActions } from './worktree-actions';

/** An agent in full: what it was told, what it may do, what it used and what came back, and what can be done with it. */
export function NodeDetail({ session, row, node, now }: { session: string; row: TreeRow; node: AgentNode; now: number }) {
  const { t } = useTranslation(['agents', 'common']);
  const format = useFormat();
  const about = `${session} ${node.agent}`;
  const { data, error, again } = useAnswer(
    'agent.read',
    { session, agent: node.agent },
    `${about} ${node.state} ${node.spans.length}`,
    about,
  );
  const { waits } = row;
  return (
    <div className="flex flex-col gap-3">
      <header>
        <h2 className="break-anywhere font-semibold">{node.task}</h2>
        <p className="flex flex-wrap items-center gap-1.5 pt-1 text-muted text-sm">
          <code className="break-anywhere">{node.agent}</code>
          <Chip>{node.agentType}</Chip>
          <Chip tone={node.state === 'completed' ? 'ok' : node.state === 'failed' ? 'bad' : node.state === 'limit' ? 'warn' : 'plain'}>
            {t(`common:agentState.${node.state}`)}
          </Chip>
          {node.background ? <Chip>{t('background')}</Chip> : undefined}
        </p>
        {node.error ? (
          <p lang="en" className="break-anywhere pt-1 text-bad text-sm">
            {node.error}
          </p>
        ) : undefined}
      </header>
      {waits ? (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span>
            <WaitsFor waits={waits} />
          </span>
          {'item' in waits ? (
            <Button onClick={() => select({ view: 'sessions', session, agent: node.agent, item: waits.item })}>
              {t('detail.toRequest')}
            </Button>
          ) : undefined}
        </p>
      ) : undefined}
      <NodeActions session={session} node={node} />
      {node.worktree ? <WorktreeActions worktree={node.worktree} running={node.state === 'running'} /> : undefined}
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm">
        <Row name={t('detail.spent')}>
          <Tokens count={row.tokens} estimated={row.estimated} />
        </Row>
        <Row name={t('detail.returned')}>
          <Tokens count={node.returned} estimated />{' '}
          {row.tokens > 0 ? <span className="text-faint">({format.percent(Math.min(1, node.returned / row.tokens))})</span> : undefined}
        </Row>
        <Row name={t('detail.cost')}>
          <Cost usd={row.costUsd} />
        </Row>
        <Row name={t('detail.rounds')}>{row.rounds}</Row>
        <Row name={t('detail.time')}>{format.duration(ranFor(row.spans, now))}</Row>
        <Row name={t('detail.model')}>
          <span className="break-anywhere">{node.model}</span>
        </Row>
        {data?.source.file ? (
          <Row name={t('detail.definition')}>
            <span className="break-anywhere font-mono">{data.source.file}</span>
          </Row>
        ) : undefined}
      </dl>
      {error ? <Failed error={error} onRetry={again} /> : undefined}
      {data ? (
        <>
          <RightsList rights={data.rights} />
          <DelegationList lines={data.delegation} />
          <LongText title={t('detail.prompt')} text={data.prompt} />
          {data.result === undefined ? undefined : <LongText title={t('detail.result')} text={data.result} />}
        </>
      ) : undefined}
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function LongText({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 className="text-muted text-sm">{title}</h3>
      <ScrollRegion
        name={title}
        className="max-h-60 whitespace-pre-wrap break-anywhere rounded-md border border-line bg-panel px-2.5 py-2 font-mono text-sm"
      >
        {text}
      </ScrollRegion>
    </section>
  );
}
