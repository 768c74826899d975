import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { selectDetail, useSelection } from '../../stores/selection';
import { useAnswer } from '../../stores/use-answer';
import type { EditorHandle } from '../../ui/code-editor';
import { ScrollRegion } from '../../ui/scroll-region';
import { MemoryDocument } from './memory-document';
import { MemoryFindings } from './memory-findings';
import { MemoryList } from './memory-list';
import { MemoryNotes } from './memory-notes';

const LINK = 'memory:';

/** The memory files of the folder as they are loaded, what their author would want to know, and each of them to be edited in place. */
export function MemoryTab({ folder, changed, onChanged }: { folder: string; changed: string; onChanged: () => void }) {
  const { t } = useTranslation('memory');
  const userFiles = useConfig((state) => state.config?.readUserFiles);
  const path = useSelection(({ current: { detail } }) => (detail?.startsWith(LINK) ? detail.slice(LINK.length) : undefined));
  const memory = useAnswer('folder.memory', { folder }, changed, folder);
  const lint = useAnswer('memory.lint', { folder }, changed, folder);
  const targets = useAnswer('memory.targets', { folder }, changed, folder);
  const editor = useRef<EditorHandle>(null);
  const line = useRef<number>(undefined);
  const show = (file: string, at?: number) => {
    line.current = at;
    if (file === path && at !== undefined) editor.current?.goTo(at);
    selectDetail(`${LINK}${file}`);
  };
  const findings = lint.data?.findings ?? [];
  return (
    <Beside
      name={t('files')}
      main={
        <>
          <MemoryList
            answer={memory}
            folder={folder}
            userFiles={userFiles ?? true}
            chosen={path}
            targets={targets.data?.targets ?? []}
            onChoose={show}
            onRetry={onChanged}
          />
          <MemoryFindings folder={folder} findings={findings} files={memory.data?.files ?? []} onShow={show} onWritten={onChanged} />
          {memory.data?.notes ? <MemoryNotes folder={folder} notes={memory.data.notes} onShow={show} onChanged={onChanged} /> : undefined}
        </>
      }
      panel={
        path === undefined ? (
          <p className="px-4 py-3 text-muted">{t('choose')}</p>
        ) : (
          <MemoryDocument
            key={path}
            folder={folder}
            path={path}
            findings={findings.filter(({ file }) => file === path)}
            problems={(memory.data?.diagnostics ?? []).filter(({ file }) => file === path)}
            line={line.current}
            editor={editor}
            onSaved={onChanged}
          />
        )
      }
    />
  );
}

/** A list with what is chosen in it: side by side where there is room. */
function Beside({ name, main, panel }: { name: string; main: ReactNode; panel: ReactNode }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col min-[1060px]:flex-row">
      <ScrollRegion
        name={name}
        className="flex min-h-0 flex-1 flex-col gap-6 px-4 py-3 min-[1060px]:w-[46%] min-[1060px]:max-w-[680px] min-[1060px]:flex-none"
      >
        {main}
      </ScrollRegion>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col border-line border-t min-[1060px]:border-t-0 min-[1060px]:border-l">{panel}</div>
    </div>
  );
}
