import { Ellipsis, GitFork, Hand, Play, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionSummary } from '../../../shared/model/session';
import { selectSession } from '../../stores/selection';
import { useServerRequests } from '../../stores/server-requests';
import { changeSession, forkSession } from '../../stores/session-actions';
import { showOverlay } from '../../stores/ui';
import { Cost } from '../../ui/cost';
import { useFormat } from '../../ui/format';
import { Menu, MenuItem } from '../../ui/menu';
import { TextInput } from '../../ui/text-input';
import { focusOnMount } from '../../ui/focus-on-mount';
import { useArchive, useReportFailure } from './use-archive';

interface SessionRowProps {
  session: SessionSummary;
  selected: boolean;
  renaming: boolean;
  onRename: (on: boolean) => void;
}

export function SessionRow({ session, selected, renaming, onRename }: SessionRowProps) {
  const { t } = useTranslation('sessions');
  const format = useFormat();
  const title = session.title || t('untitled');
  if (renaming) return <RenameField session={session} onDone={() => onRename(false)} />;
  return (
    <div data-selected={selected} className="clickable group relative mx-1.5 flex h-[43px] items-center rounded-md">
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={() => selectSession(session.id)}
        onDoubleClick={() => onRename(true)}
        className="flex h-full min-w-0 flex-1 flex-col justify-center rounded-md px-2 text-left focus-inset"
      >
        <span className="w-full truncate leading-[18px]" title={title}>
          {title}
        </span>
        <span className="flex w-full items-center gap-1.5 truncate text-muted text-xs">
          <StatusMark session={session} />
          <span>{format.day(session.updatedAt)}</span>
          <span>{t('turns', { count: session.turns })}</span>
          {session.turns > 0 && session.status === 'idle' ? <Cost usd={session.costUsd} /> : undefined}
        </span>
      </button>
      <span className="absolute top-2 right-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-[[data-state=open]]:opacity-100">
        <Actions session={session} title={title} onRename={() => onRename(true)} />
      </span>
    </div>
  );
}

function StatusMark({ session }: { session: SessionSummary }) {
  const { t } = useTranslation('sessions');
  const isAsked = useServerRequests(({ requests }) => requests.some((request) => request.session === session.id));
  if (session.status === 'waiting' || isAsked)
    return (
      <span className="flex items-center gap-1 text-warn">
        <Hand size={11} aria-hidden />
        {t('waiting')}
      </span>
    );
  if (session.status === 'running')
    return (
      <span className="flex items-center gap-1 text-ink">
        <Play size={10} aria-hidden />
        {t('running')}
      </span>
    );
  return (
    <>
      {session.recovered ? <TriangleAlert size={11} role="img" aria-label={t('recovered')} /> : undefined}
      {session.forkOf ? <GitFork size={11} role="img" aria-label={t('forked')} /> : undefined}
    </>
  );
}

function Actions({ session, title, onRename }: { session: SessionSummary; title: string; onRename: () => void }) {
  const { t } = useTranslation('sessions');
  const archive = useArchive();
  const report = useReportFailure();
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={t('actions', { title })}
          className="flex size-[26px] items-center justify-center rounded-md bg-panel text-muted hover:text-ink"
        >
          <Ellipsis size={15} aria-hidden />
        </button>
      }
    >
      <MenuItem onSelect={() => setTimeout(onRename, 0)}>{t('rename')}</MenuItem>
      <MenuItem onSelect={() => forkSession(session.id).catch(report)}>{t('fork')}</MenuItem>
      <MenuItem
        onSelect={() => {
          selectSession(session.id);
          showOverlay('export');
        }}
      >
        {t('export')}
      </MenuItem>
      <MenuItem onSelect={() => archive(session)}>{t(session.archived ? 'unarchive' : 'archive')}</MenuItem>
    </Menu>
  );
}

function RenameField({ session, onDone }: { session: SessionSummary; onDone: () => void }) {
  const { t } = useTranslation('sessions');
  const report = useReportFailure();
  const [title, setTitle] = useState(session.title);
  const save = () => {
    const words = title.trim();
    onDone();
    if (words && words !== session.title) changeSession({ title: words.slice(0, 200) }, session.id).catch(report);
  };
  return (
    <div className="px-2 py-2">
      <TextInput
        name={t('renameField')}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
        onEnter={save}
        onEscape={onDone}
        onBlur={save}
        ref={focusOnMount}
      />
    </div>
  );
}
