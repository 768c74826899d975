import { useTranslation } from 'react-i18next';
import { nameSlug } from '../../../shared/text/name-slug';
import type { SkillEntry } from '../../../shared/model/skill-report';
import { suggestText } from '../../stores/composer';
import { copyDocument, renameDocument, trashDocument } from '../../stores/document-actions';
import { selectDetail, selectView } from '../../stores/selection';
import { draftKey } from '../../stores/session-actions';
import { Button } from '../../ui/button';
import { DocumentActions } from '../../ui/document-actions';
import { renameInHead } from '../../ui/frontmatter-text';
import { fileOf, otherPlaces, ownPath, placedPath, renamedPath, type SkillTree } from './skill-files';

interface SkillActionsProps {
  folder: string;
  skill: SkillEntry;
  places: SkillTree['places'];
  dirty: boolean;
  writable: boolean;
  onChanged: () => void;
}

/** What can be done with a skill: use it, copy it to another scope, give it another name, throw it away. */
export function SkillActions({ folder, skill, places, dirty, writable, onChanged }: SkillActionsProps) {
  const { t } = useTranslation(['skills', 'document']);
  const from = ownPath(skill);
  const own = skill.name.split(':').at(-1) ?? skill.name;
  const show = (path: string) => {
    selectDetail(fileOf(skill, path));
    onChanged();
  };
  const rename = (name: string) => {
    const to = renamedPath(skill, nameSlug(name));
    // The label of a skill is that of its folder; a command has none.
    renameDocument(folder, { from, to, file: fileOf(skill, to) }, renameInHead(own, nameSlug(name)), () => show(to));
  };
  return (
    <>
      {skill.state === 'in-force' ? (
        <Button
          aria-label={t('action.useName', { name: skill.name })}
          onClick={() => {
            selectView('sessions');
            suggestText(draftKey(), `/${skill.name} `);
          }}
        >
          {t('action.use')}
        </Button>
      ) : undefined}
      <DocumentActions
        dirty={dirty}
        copies={otherPlaces(skill, places).map((place) => ({
          label: t(`document:action.copyTo.${place.scope === 'personal' ? 'user' : 'project'}`),
          run: () => {
            const to = placedPath(skill, place);
            copyDocument(folder, { from, to }, () => show(to));
          },
        }))}
        rename={writable ? { name: own, canBe: (name) => ![own, ''].includes(nameSlug(name)), run: rename } : undefined}
        trash={writable ? () => trashDocument(folder, from, `/${skill.name}`, onChanged) : undefined}
      />
    </>
  );
}
