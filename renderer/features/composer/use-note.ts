import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { useFolder } from '../../stores/folder';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { useSession } from '../../stores/session';
import { showToast } from '../../stores/toasts';

type Targets = Result<'memory.targets'>['targets'];
interface Plan extends Result<'memory.planLine'> {
  path: string;
  line: string;
}

export interface Note {
  targets: Targets;
  /** The file that the line goes to. */
  path: string | undefined;
  choose: (path: string) => void;
  /** What would be written, for this very line and file; undefined until the host has said so. */
  plan: Plan | undefined;
  /** Writes what is shown. Answers whether it did. */
  add: () => Promise<boolean>;
}

/** The line of a text that begins with `#`, for a file of instructions; a blank before it, or a second line, makes it a message. */
export function noteIn(text: string): string | undefined {
  return /^#[^\n]*$/.test(text) ? text.replace(/^#+/, '').trim() : undefined;
}

/** Adds a line to a file of instructions: where to, what exactly, and the way back. The model hears of it by the file alone. */
export function useNote(line: string | undefined): Note {
  const { t } = useTranslation('memory');
  const inSession = useSession((state) => state.state?.folder);
  const here = useFolder((state) => state.folder);
  const folder = inSession ?? here;
  const [targets, setTargets] = useState<Targets>([]);
  const [chosen, choose] = useState<string>();
  const [plan, setPlan] = useState<Plan>();
  const noting = line !== undefined;
  const path = targets.some((target) => target.path === chosen) ? chosen : targets[0]?.path;

  useEffect(() => {
    if (!noting || folder === undefined) return;
    let current = true;
    call('memory.targets', { folder }).then(
      (found) => (current ? setTargets(found.targets) : undefined),
      (error: unknown) => reportFailure(error),
    );
    return () => {
      current = false;
    };
  }, [noting, folder]);
  useEffect(() => {
    setPlan(undefined);
    if (!line || path === undefined || folder === undefined) return;
    let current = true;
    call('memory.planLine', { folder, path, line }).then(
      (found) => (current ? setPlan({ ...found, path, line }) : undefined),
      (error: unknown) => reportFailure(error),
    );
    return () => {
      current = false;
    };
  }, [line, path, folder]);

  const add = async () => {
    if (!plan || folder === undefined || plan.line !== line || plan.path !== path) return false;
    try {
      const hash = await write(folder, plan);
      const undo = () =>
        void takeBack(folder, plan, hash).then(
          () => showToast({ text: t('line.undone'), tone: 'plain' }),
          (error: unknown) => reportFailure(error),
        );
      showToast({ text: t('line.added', { path: plan.path }), tone: 'plain', action: { label: t('common:undo'), run: undo } });
      return true;
    } catch (error) {
      reportFailure(error);
      return false;
    }
  };
  return { targets, path, choose, plan, add };
}

async function write(folder: string, { path, text, base }: Plan): Promise<string> {
  const written =
    base === undefined ? await call('document.create', { folder, path, text }) : await call('document.write', { folder, path, text, base });
  return written.hash;
}

/** To what stood there before, as long as nobody wrote it since. */
async function takeBack(folder: string, { path, before, base }: Plan, hash: string): Promise<void> {
  if (base === undefined) await call('document.trash', { folder, path });
  else await call('document.write', { folder, path, text: before, base: hash });
}
