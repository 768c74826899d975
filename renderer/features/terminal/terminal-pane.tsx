import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TerminalInfo } from '../../../shared/model/terminal';
import { useFolder } from '../../stores/folder';
import { openShell, showTerminal, useTerminals } from '../../stores/terminals';
import { rememberLayout, useUi } from '../../stores/ui';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { Split } from '../../ui/split';
import { Tabs } from '../../ui/tabs';
import { tellColours } from './terminal-theme';
import { TerminalView } from './terminal-view';

const SPLIT = 'terminal split';
const LABEL_CHARS = 28;

/** The terminals of this window's folder as tabs, one or two of them side by side. */
export function TerminalPane() {
  const { t } = useTranslation('terminal');
  const { terminals, shown } = useTerminals();
  useEffect(tellColours, []);
  const current = terminals.find(({ id }) => id === shown) ?? terminals.at(-1);
  if (current === undefined) return <NoTerminals />;
  const labels = new Map(terminals.map((info) => [info.id, <TabLabel key={info.id} info={info} number={numberOf(info, terminals)} />]));
  return (
    <Tabs
      name={t('tabs')}
      value={current.id}
      onChange={showTerminal}
      tabs={terminals.map(({ id }) => ({ value: id, label: labels.get(id), content: () => <Sides shown={id} /> }))}
      aside={<NewTerminal />}
    />
  );
}

function TabLabel({ info, number }: { info: TerminalInfo; number: number }) {
  const { t } = useTranslation('terminal');
  const title = useTitle(info, number);
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {title}
      {info.end ? <span className="text-faint text-xs">{t('over')}</span> : undefined}
      {info.waiting ? <span className="text-warn text-xs">{t('waiting')}</span> : undefined}
    </span>
  );
}

function useTitle({ kind, command = '' }: TerminalInfo, number: number): string {
  const { t } = useTranslation('terminal');
  const line = command.split('\n', 1)[0] ?? '';
  const short = line.length > LABEL_CHARS ? `${line.slice(0, LABEL_CHARS)}…` : line;
  if (kind === 'shell') return t('shell', { number });
  return t(kind === 'command' ? 'yourCommand' : 'agentCommand', { command: short });
}

/** Shells are counted among themselves, by their place. */
function numberOf(info: TerminalInfo, all: readonly TerminalInfo[]): number {
  return all.filter(({ kind }) => kind === info.kind).indexOf(info) + 1;
}

/** The chosen terminal, and the one that was put beside it. */
function Sides({ shown }: { shown: string }) {
  const { t } = useTranslation('terminal');
  const { terminals, beside } = useTerminals();
  const layout = useUi((state) => state.layouts[SPLIT]);
  const sides = [shown, ...(beside === undefined || beside === shown ? [] : [beside])].flatMap((id) =>
    terminals.filter((one) => one.id === id),
  );
  const [first] = sides;
  if (first !== undefined && sides.length === 1) return <Side info={first} />;
  return (
    <Split
      direction="horizontal"
      panes={sides.map((info, at) => ({ id: at === 0 ? 'first' : 'second', content: <Side info={info} />, min: '120px' }))}
      layout={layout}
      onLayout={(next) => rememberLayout(SPLIT, next)}
      handleName={() => t('resize')}
    />
  );
}

function Side({ info }: { info: TerminalInfo }) {
  const terminals = useTerminals((state) => state.terminals);
  const title = useTitle(info, numberOf(info, terminals));
  return <TerminalView key={info.id} info={info} title={title} />;
}

function NewTerminal() {
  const { t } = useTranslation('terminal');
  return (
    <Menu align="end" side="top" trigger={<IconButton name={t('new')} icon={<Plus size={14} />} className="size-[26px] self-center" />}>
      <MenuItem onSelect={() => openShell({ isolated: true })}>{t('newIsolated')}</MenuItem>
      <MenuItem onSelect={() => openShell({ isolated: false })}>{t('newOutside')}</MenuItem>
    </Menu>
  );
}

function NoTerminals() {
  const { t } = useTranslation('terminal');
  const folder = useFolder((state) => state.folder);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <EmptyState
        title={t('empty.title')}
        actions={
          <>
            <Button look="solid" disabled={folder === undefined} onClick={() => openShell({ isolated: true })}>
              {t('newIsolated')}
            </Button>
            <Button disabled={folder === undefined} onClick={() => openShell({ isolated: false })}>
              {t('newOutside')}
            </Button>
          </>
        }
      >
        {t('empty.body')}
      </EmptyState>
    </div>
  );
}
