import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameSlug } from '../../../shared/text/name-slug';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { NewDocument } from '../../ui/new-document';
import type { Types } from './agent-types';
import { templateOf } from './definition-text';

/** A new definition from a template: its name, and whose it is. */
export function NewDefinition({
  folder,
  places,
  onMade,
  onCancel,
}: {
  folder: string;
  places: Types['places'];
  onMade: (path: string) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('agents');
  const [name, setName] = useState('');
  const [scope, setScope] = useState(places[0]?.scope ?? 'project');
  const place = places.find((one) => one.scope === scope);
  const file = nameSlug(name);
  const make = () => {
    if (!place || file === '') return;
    const path = `${place.folder}/${file}.md`;
    call('document.create', { folder, path, text: templateOf(name.trim(), t('new.description'), t('new.body')) }).then(
      () => onMade(path),
      reportFailure,
    );
  };
  return (
    <NewDocument
      words={{ name: t('new.name'), make: t('new.make') }}
      name={name}
      onName={setName}
      place={{
        name: t('new.scope'),
        value: scope,
        options: places.map((one) => ({ value: one.scope, label: t(`scope.${one.scope}`) })),
        onChange: setScope,
      }}
      canMake={file !== ''}
      onMake={make}
      onCancel={onCancel}
    >
      {file !== '' && file !== name.trim() ? (
        <p className="break-anywhere text-muted text-sm">{t('new.becomes', { name: file })}</p>
      ) : undefined}
      <p className="text-muted text-sm">{t('new.live')}</p>
    </NewDocument>
  );
}
