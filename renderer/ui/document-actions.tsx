import { CopyPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { focusOnMount } from './focus-on-mount';
import { TextInput } from './text-input';

interface DocumentActionsProps {
  /** Places of other scopes to which it can be copied. */
  copies: readonly { label: string; run: () => void }[];
  /** Its name as it stands; `canBe` says whether a name can be one. Absent: it keeps its name. */
  rename?: { name: string; canBe: (name: string) => boolean; run: (name: string) => void } | undefined;
  trash?: (() => void) | undefined;
  /** What is not saved would be left behind: it is saved, or dropped, before a copy or a new name is made. */
  dirty: boolean;
}

/** What can be done with a file as a whole: copy it to another scope, give it another name, throw it away. */
export function DocumentActions({ copies, rename, trash, dirty }: DocumentActionsProps) {
  const { t } = useTranslation('document');
  const [renaming, setRenaming] = useState(false);
  if (renaming && rename && !dirty) return <NewName {...rename} onDone={() => setRenaming(false)} />;
  const first = dirty ? t('action.saveFirst') : undefined;
  return (
    <>
      {copies.map(({ label, run }) => (
        <Button key={label} look="quiet" disabled={dirty} title={first} onClick={run}>
          <CopyPlus size={13} aria-hidden />
          {label}
        </Button>
      ))}
      {rename ? (
        <Button look="quiet" disabled={dirty} title={first} onClick={() => setRenaming(true)}>
          <Pencil size={13} aria-hidden />
          {t('action.rename')}
        </Button>
      ) : undefined}
      {trash ? (
        <Button look="quiet" onClick={trash}>
          <Trash2 size={13} aria-hidden />
          {t('action.trash')}
        </Button>
      ) : undefined}
    </>
  );
}

function NewName({
  name: before,
  canBe,
  run,
  onDone,
}: NonNullable<DocumentActionsProps['rename']> & {
  onDone: () => void;
}) {
  const { t } = useTranslation(['document', 'common']);
  const [name, setName] = useState(before);
  const isNew = name.trim() !== before && canBe(name.trim());
  const rename = () => {
    if (!isNew) return;
    onDone();
    run(name.trim());
  };
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <TextInput
        ref={focusOnMount}
        name={t('action.newName')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onEnter={rename}
        onEscape={onDone}
      />
      <Button look="solid" disabled={!isNew} onClick={rename}>
        {t('action.rename')}
      </Button>
      <Button look="quiet" onClick={onDone}>
        {t('common:cancel')}
      </Button>
    </span>
  );
}
