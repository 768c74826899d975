import { Archive, ChevronDown, Plus } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusComposer } from '../../stores/composer';
import { folderName, openFolder, useFolder } from '../../stores/folder';
import { selectSession } from '../../stores/selection';
import { loadSessions, useSessionList } from '../../stores/session-list';
import { showOverlay } from '../../stores/ui';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../ui/menu';
import { TextInput } from '../../ui/text-input';
import { SessionList } from './session-list';
import { TextHits } from './text-hits';

const SEARCH_DELAY_MS = 150;

/** Not drawn again by what opens beside it. */
export const SessionsPane = memo(function SessionsPane() {
  const { t } = useTranslation('sessions');
  const archived = useSessionList((state) => state.archived);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-[38px] shrink-0 items-center gap-1 pr-1.5 pl-1">
        <FolderMenu />
        <IconButton
          name={archived ? t('archivedHide') : t('archivedShow')}
          pressed={archived}
          icon={<Archive size={15} strokeWidth={1.6} />}
          onClick={() => void loadSessions({ archived: !archived })}
        />
        <IconButton
          name={t('new')}
          keys="Mod+N"
          icon={<Plus size={16} />}
          onClick={() => {
            selectSession(undefined);
            focusComposer();
          }}
        />
      </div>
      <Search />
      <SessionList />
      <TextHits />
    </div>
  );
});

function Search() {
  const { t } = useTranslation('sessions');
  const [text, setText] = useState('');
  useEffect(() => {
    if (text === useSessionList.getState().query) return;
    const timer = setTimeout(() => void loadSessions({ query: text }), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="shrink-0 px-2 pb-1.5">
      <TextInput
        name={t('search')}
        type="search"
        placeholder={t('search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onEscape={() => setText('')}
      />
    </div>
  );
}

function FolderMenu() {
  const { t } = useTranslation('sessions');
  const { folder, recent } = useFolder();
  const others = recent.filter((entry) => entry.folder !== folder).slice(0, 8);
  return (
    <Menu
      trigger={
        <button
          type="button"
          title={folder}
          aria-label={`${t('folder')}: ${folder ?? ''}`}
          className="flex h-[26px] min-w-0 flex-1 items-center gap-1 rounded-md px-2 hover:bg-hover"
        >
          <span className="truncate font-semibold">{folder ? folderName(folder) : t('picker.title')}</span>
          <ChevronDown size={13} className="shrink-0 text-faint" aria-hidden />
        </button>
      }
    >
      {others.length > 0 ? (
        <>
          <MenuLabel>{t('picker.recent')}</MenuLabel>
          {others.map((entry) => (
            <MenuItem key={entry.folder} onSelect={() => goTo(entry.folder)}>
              <span className="min-w-0">
                <span className="block truncate">{folderName(entry.folder)}</span>
                <span className="block truncate text-faint text-xs">{entry.folder}</span>
              </span>
            </MenuItem>
          ))}
          <MenuLine />
        </>
      ) : undefined}
      <MenuItem onSelect={() => showOverlay('folder')}>{t('openFolder')}</MenuItem>
    </Menu>
  );
}

function goTo(folder: string): void {
  selectSession(undefined);
  void openFolder(folder).catch(() => showOverlay('folder'));
}
