import { CopyPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameSlug } from '../../../shared/text/name-slug';
import type { SkillEntry } from '../../../shared/model/skill-report';
import { suggestText } from '../../stores/composer';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { selectDetail, selectView } from '../../stores/selection';
import { draftKey } from '../../stores/session-actions';
import { showToast } from '../../stores/toasts';
import { Button } from '../../ui/button';
import { focusOnMount } from '../../ui/focus-on-mount';
import { TextInput } from '../../ui/text-input';
import { ownPath, pathOf, renamedPath, type SkillTree } from './skill-files';

interface ActionsProps {
  folder: string;
  skill: SkillEntry;
  places: SkillTree['places'];
  text: string;
  writable: boolean;
  onChanged: () => void;
}

/** What can be done with a skill: use it, copy it to another scope, give it another name, throw it away. */
export function SkillActions({ folder, skill, places, text, writable, onChanged }: ActionsProps) {
  const { t } = useTranslation('skills');
  const [renaming, setRenaming] = useState(false);
  const other = places.find((place) => place.form === skill.form && place.scope !== skill.scope);
  const use = () => {
    selectView('sessions');
    suggestText(draftKey(), `/${skill.name} `);
  };
  const copyTo = (place: SkillTree['places'][number]) => {
    const path = pathOf(place, skill.name);
    call('document.create', { folder, path, text }).then(() => {
      selectDetail(path);
      onChanged();
    }, reportFailure);
  };
  const trash = () => {
    call('document.trash', { folder, path: ownPath(skill) }).then(({ undo }) => {
      showToast({
        text: t('action.trashed', { name: skill.name }),
        tone: 'plain',
        action: { label: t('action.undo'), run: () => void call('document.restore', { undo }).then(onChanged, reportFailure) },
      });
      onChanged();
    }, reportFailure);
  };
  if (renaming) return <Rename folder={folder} skill={skill} onDone={() => setRenaming(false)} onChanged={onChanged} />;
  return (
    <>
      {skill.state === 'in-force' ? (
        <Button aria-label={t('action.useName', { name: skill.name })} onClick={use}>
          {t('action.use')}
        </Button>
      ) : undefined}
      {other ? (
        <Button look="quiet" onClick={() => copyTo(other)}>
          <CopyPlus size={13} aria-hidden />
          {t(`action.copyTo.${other.scope}`)}
        </Button>
      ) : undefined}
      {writable ? (
        <>
          <Button look="quiet" onClick={() => setRenaming(true)}>
            <Pencil size={13} aria-hidden />
            {t('action.rename')}
          </Button>
          <Button look="quiet" onClick={trash}>
            <Trash2 size={13} aria-hidden />
            {t('action.trash')}
          </Button>
        </>
      ) : undefined}
    </>
  );
}

function Rename({ folder, skill, onDone, onChanged }: Pick<ActionsProps, 'folder' | 'skill' | 'onChanged'> & { onDone: () => void }) {
  const { t } = useTranslation(['skills', 'common']);
  const [name, setName] = useState(skill.name.split(':').at(-1) ?? skill.name);
  const plain = nameSlug(name);
  const rename = () => {
    const to = renamedPath(skill, plain);
    call('document.rename', { folder, path: ownPath(skill), to }).then(() => {
      onDone();
      selectDetail(skill.form === 'skill' ? `${to}/SKILL.md` : to);
      onChanged();
    }, reportFailure);
  };
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <TextInput
        ref={focusOnMount}
        name={t('action.newName')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onEnter={() => (plain === '' ? undefined : rename())}
        onEscape={onDone}
      />
      <Button look="solid" disabled={plain === ''} onClick={rename}>
        {t('action.rename')}
      </Button>
      <Button look="quiet" onClick={onDone}>
        {t('common:cancel')}
      </Button>
    </span>
  );
}
