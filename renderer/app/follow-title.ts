import { folderName, useFolder } from '../stores/folder';
import { useSession } from '../stores/session';

/** The window's title: what is open and where, so that windows can be told apart in a switcher. */
export function followTitle(): () => void {
  const apply = () => {
    const { state } = useSession.getState();
    const { folder } = useFolder.getState();
    document.title = [state?.title, folder ? folderName(folder) : undefined, 'Vitrine'].filter(Boolean).join(' · ');
  };
  const offs = [useSession.subscribe(apply), useFolder.subscribe(apply)];
  return () => {
    for (const off of offs) off();
  };
}
