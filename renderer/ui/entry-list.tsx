import { Plus } from 'lucide-react';
import { Button } from './button';
import { Chip } from './chip';
import { cx } from './cx';
import { SmallIcon } from './small-icon';
import { ViewSection } from './view-page';

export interface ListedEntry {
  key: string;
  /** Stands before the name, in the direction of the page. */
  mark?: string;
  name: string;
  /** A picture as a `data:` address. */
  icon?: string | undefined;
  note: string;
  /** Said of it when it is pointed at. */
  title: string;
  /** False: another takes its place, or it cannot be used; its name is struck through. */
  counts: boolean;
  chips: readonly { label: string; tone: 'plain' | 'warn' }[];
}

export interface EntryGroup {
  key: string;
  title: string;
  entries: readonly ListedEntry[];
  /** Makes a new one here. */
  onNew?: () => void;
}

/** What there is of a kind, in groups, those that count more first; one of them is chosen. */
export function EntryList({
  groups,
  chosen,
  words,
  onChoose,
}: {
  groups: readonly EntryGroup[];
  chosen: string | undefined;
  words: { make: string; empty: string };
  onChoose: (key: string) => void;
}) {
  return groups.map(({ key: group, title, entries, onNew }) => (
    <ViewSection
      key={group}
      title={title}
      count={entries.length}
      className="pb-2"
      actions={
        onNew ? (
          <Button look="quiet" onClick={onNew}>
            <Plus size={13} aria-hidden />
            {words.make}
          </Button>
        ) : undefined
      }
    >
      <ul aria-label={title}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <EntryButton entry={entry} chosen={entry.key === chosen} onChoose={() => onChoose(entry.key)} />
          </li>
        ))}
      </ul>
      {entries.length === 0 ? <p className="text-muted text-sm">{words.empty}</p> : undefined}
    </ViewSection>
  ));
}

function EntryButton({ entry, chosen, onChoose }: { entry: ListedEntry; chosen: boolean; onChoose: () => void }) {
  const { mark, name, icon, note, title, counts, chips } = entry;
  return (
    <button
      type="button"
      aria-current={chosen ? 'true' : undefined}
      title={title}
      onClick={onChoose}
      className={cx('clickable flex min-h-[26px] w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-left', chosen && 'bg-selected')}
    >
      <SmallIcon src={icon} />
      <span className={cx('min-w-0 max-w-[60%] shrink-0 truncate font-semibold text-sm', !counts && 'text-faint line-through')}>
        {mark}
        <bdi>{name}</bdi>
      </span>
      <bdi className="min-w-0 flex-1 truncate text-muted text-sm">{note}</bdi>
      {chips.map(({ label, tone }) => (
        <Chip key={label} tone={tone}>
          {label}
        </Chip>
      ))}
    </button>
  );
}
