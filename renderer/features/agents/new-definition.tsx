import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameSlug } from '../../../shared/text/name-slug';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { TextInput } from '../../ui/text-input';
import { focusOnMount } from '../../ui/focus-on-mount';
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
  const { t } = useTranslation(['agents', 'common']);
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
    <div className="my-2 flex flex-col gap-1.5 rounded-md border border-line p-2">
      <TextInput
        ref={focusOnMount}
        name={t('new.name')}
        placeholder={t('new.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onEnter={make}
        onEscape={onCancel}
      />
      <Select
        name={t('new.scope')}
        value={scope}
        options={places.map((one) => ({ value: one.scope, label: t(`scope.${one.scope}`) }))}
        onChange={setScope}
      />
      <div className="flex gap-1.5">
        <Button look="solid" disabled={file === ''} onClick={make}>
          {t('new.make')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </div>
  );
}
