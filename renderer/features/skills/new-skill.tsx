import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameSlug } from '../../../shared/text/name-slug';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { NewDocument } from '../../ui/new-document';
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
  const { t } = useTranslation('skills');
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
    <NewDocument
      words={{ name: t('new.name'), make: t('new.make') }}
      name={name}
      onName={setName}
      place={{
        name: t('new.place'),
        value: key,
        options: places.map((one) => ({
          value: placeKey(one),
          label: `${t(`scope.${one.scope}`)} · ${t(`form.${one.form}`)} · ${one.folder}`,
        })),
        onChange: setKey,
      }}
      canMake={plain !== ''}
      onMake={make}
      onCancel={onCancel}
    >
      {plain !== '' && plain !== name.trim() ? (
        <p className="break-anywhere text-muted text-sm">{t('new.becomes', { name: plain })}</p>
      ) : undefined}
      <p className="text-muted text-sm">{t('new.live')}</p>
    </NewDocument>
  );
}
