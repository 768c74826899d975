import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameSlug } from '../../../shared/text/name-slug';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';
import { focusOnMount } from '../../ui/focus-on-mount';
import { Select } from '../../ui/select';
import { TextInput } from '../../ui/text-input';
import { pathOf, placeKey, type SkillTree, templateOf } from './skill-files';

/** A new skill or command from a template: its name, and where it goes. */
export function NewSkill({
  folder,
  places,
  onMade,
  onCancel,
}: {
  folder: string;
  places: SkillTree['places'];
  onMade: (path: string) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(['skills', 'common']);
  const [name, setName] = useState('');
  const [key, setKey] = useState(placeKey(places[0]));
  const place = places.find((one) => placeKey(one) === key);
  const plain = nameSlug(name);
  const make = () => {
    if (!place || plain === '') return;
    const path = pathOf(place, plain);
    const text = templateOf(place.form, plain, t('new.description'), t('new.body'));
    call('document.create', { folder, path, text }).then(() => onMade(path), reportFailure);
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
        name={t('new.place')}
        value={key}
        options={places.map((one) => ({
          value: placeKey(one),
          label: `${t(`scope.${one.scope}`)} · ${t(`form.${one.form}`)} · ${one.folder}`,
        }))}
        onChange={setKey}
      />
      <div className="flex gap-1.5">
        <Button look="solid" disabled={plain === ''} onClick={make}>
          {t('new.make')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </div>
  );
}
