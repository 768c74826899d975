import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { folderName, openFolder, useFolder } from '../../stores/folder';
import { call, errorCode, useHost } from '../../stores/host';
import { selectSession } from '../../stores/selection';
import { showOverlay } from '../../stores/ui';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextInput } from '../../ui/text-input';
import { focusOnMount } from '../../ui/focus-on-mount';

/** Recent folders, a path typed in, and the system's own dialog where the shell has one. */
export function FolderPicker() {
  const { t } = useTranslation(['sessions', 'common']);
  const recent = useFolder((state) => state.recent);
  const info = useHost((state) => state.info);
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();
  const close = () => showOverlay(undefined);
  const open = async (chosen: string) => {
    try {
      await openFolder(chosen);
      selectSession(undefined);
      close();
    } catch (error) {
      const code = errorCode(error);
      setProblem(code === 'not-found' || code === 'bad-request' ? t('picker.missing') : t(`common:error.${code}`));
    }
  };
  const choose = async () => {
    const chosen = await call('native.chooseFolder', {}).catch(() => undefined);
    if (chosen?.path) await open(chosen.path);
  };
  const sample = info?.sample;
  return (
    <Dialog title={t('picker.title')} open onClose={close}>
      <div className="flex flex-col gap-2 p-3.5">
        <div className="flex gap-2">
          <TextInput
            name={t('picker.path')}
            placeholder={t('picker.placeholder')}
            value={path}
            onChange={(event) => {
              setPath(event.target.value);
              setProblem(undefined);
            }}
            onEnter={() => void open(path.trim())}
            className="font-mono"
            ref={focusOnMount}
          />
          <Button look="solid" disabled={path.trim() === ''} onClick={() => void open(path.trim())}>
            {t('picker.open')}
          </Button>
          {info?.shell === 'desktop' ? <Button onClick={() => void choose()}>{t('picker.choose')}</Button> : undefined}
        </div>
        {problem ? (
          <p role="alert" className="text-bad text-sm">
            {problem}
          </p>
        ) : info?.shell === 'serve' ? (
          <p className="text-faint text-xs">{t('picker.where')}</p>
        ) : undefined}
      </div>
      <div className="min-h-0 overflow-y-auto border-line border-t p-1.5">
        <h3 className="label px-2 py-1">{t('picker.recent')}</h3>
        {recent.length === 0 && !sample ? <p className="px-2 pb-2 text-muted text-sm">{t('picker.none')}</p> : undefined}
        <ul>
          {sample && !recent.some((entry) => entry.folder === sample) ? (
            <FolderEntry folder={sample} label={t('picker.sample')} onOpen={open} />
          ) : undefined}
          {recent.map((entry) => (
            <FolderEntry
              key={entry.folder}
              folder={entry.folder}
              label={entry.folder === sample ? t('picker.sample') : folderName(entry.folder)}
              onOpen={open}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function FolderEntry({ folder, label, onOpen }: { folder: string; label: string; onOpen: (folder: string) => Promise<void> }) {
  return (
    <li>
      <button
        type="button"
        onClick={() => void onOpen(folder)}
        className="clickable flex min-h-[28px] w-full items-baseline gap-3 rounded-md px-2 py-0.5 text-left"
      >
        <span className="shrink-0">{label}</span>
        <span className="min-w-0 flex-1 break-anywhere font-mono text-faint text-sm">{folder}</span>
      </button>
    </li>
  );
}
