import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { suggestText } from '../../stores/composer';
import { selectView, useSelection } from '../../stores/selection';
import { draftKey } from '../../stores/session-actions';
import { useReveal } from '../../stores/system';
import type { Answer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { PathActions } from '../../ui/path-actions';
import { TextInput } from '../../ui/text-input';
import { ViewSection } from '../../ui/view-page';
import { Failed } from '../../ui/failed';

type Commands = Result<'folder.commands'>;
type Command = Commands['commands'][number];

const FILTER_FROM = 8;

/** What can be run by `/name`: from the product, from the person's own files and from the project. */
export function CommandList({ answer: { data, error }, onRetry }: { answer: Answer<Commands>; onRetry: () => void }) {
  const { t } = useTranslation('skills');
  const [filter, setFilter] = useState('');
  const all = data?.commands ?? [];
  const words = filter.trim().toLowerCase();
  const shown = words === '' ? all : all.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words));
  return (
    <ViewSection title={t('commands.title')} {...(data ? { count: all.length } : {})} note={t('commands.note')}>
      {error ? <Failed error={error} onRetry={onRetry} /> : undefined}
      {data && data.diagnostics.length > 0 ? (
        <div className="pb-3">
          <DiagnosticList diagnostics={data.diagnostics} name={t('problems')} />
        </div>
      ) : undefined}
      {all.length >= FILTER_FROM ? (
        <TextInput
          name={t('commands.filter')}
          type="search"
          placeholder={t('commands.filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onEscape={() => setFilter('')}
          className="mb-2"
        />
      ) : undefined}
      <ul aria-label={t('commands.title')} className="border-line border-t">
        {shown.map((command) => (
          <CommandRow key={`${command.source} ${command.name}`} command={command} />
        ))}
      </ul>
      {data && shown.length === 0 ? (
        <p className="max-w-prose py-2 text-muted">{t(words === '' ? 'commands.none' : 'commands.noMatch')}</p>
      ) : undefined}
    </ViewSection>
  );
}

function CommandRow({ command: { name, description, argumentHint, source, path, modelInvocable } }: { command: Command }) {
  const { t } = useTranslation('skills');
  const reveal = useReveal();
  const selected = useSelection((state) => state.current.detail === name);
  const use = () => {
    selectView('sessions');
    suggestText(draftKey(), `/${name} `);
  };
  return (
    <li data-selected={selected} className="border-line border-b py-1.5 data-[selected=true]:bg-selected">
      <div className="flex min-h-[26px] items-center gap-2">
        <code className="min-w-0 break-anywhere font-semibold">/{name}</code>
        {argumentHint ? <code className="min-w-0 truncate text-faint">{argumentHint}</code> : undefined}
        <span className="flex-1" />
        <Chip>{t(`source.${source}`, { defaultValue: source })}</Chip>
        {path ? <PathActions path={path} onReveal={reveal} /> : undefined}
        <Button aria-label={t('commands.useName', { name })} onClick={use}>
          {t('commands.use')}
        </Button>
      </div>
      <p className="max-w-prose break-anywhere text-muted text-sm">
        {description || <span className="text-faint">{t('commands.noDescription')}</span>}
      </p>
      {modelInvocable === false ? <p className="text-faint text-sm">{t('commands.onlyYou')}</p> : undefined}
    </li>
  );
}
