import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { showToast } from '../../stores/toasts';
import { editDocument, saveDocument, useDocument } from '../../stores/document';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { cx } from '../../ui/cx';
import { PathText } from '../../ui/path-text';
import { ScrollRegion } from '../../ui/scroll-region';
import { Select } from '../../ui/select';
import { showOnMount } from '../../ui/show-on-mount';

const TextDifference = lazy(async () => ({ default: (await import('../../ui/text-difference')).TextDifference }));

interface ExamplesTabProps {
  folder: string;
  data: Result<'hooks.list'>;
  /** The one that a link means. */
  meant?: string | undefined;
  onWritten: () => void;
}

type Example = Result<'hooks.examples'>['examples'][number];

/** Hooks that are ready to be enabled: all that would be written is shown before it is. */
export function ExamplesTab({ folder, data, meant, onWritten }: ExamplesTabProps) {
  const { t } = useTranslation('hooks');
  const places = data.files.filter(({ scope }) => scope !== 'managed');
  const [file, setFile] = useState(places.find(({ scope }) => scope === 'local')?.path ?? places[0]?.path ?? '');
  const [shown, setShown] = useState<string>();
  /** A script lies in one folder: the person's own settings hold in every folder, and would run what each of them has under its name. */
  const fits = ({ script }: Example) => script === undefined || places.find(({ path }) => path === file)?.scope !== 'user';
  const { data: found, again } = useAnswer('hooks.examples', { folder }, folder);
  const done = (example: Example) => {
    showToast({ tone: 'plain', text: t('example.written', { name: t(`example.title.${example.id}`) }) });
    setShown(undefined);
    again();
    onWritten();
  };
  return (
    <ScrollRegion name={t('tab.examples')} className="flex min-h-0 flex-1 flex-col gap-3 px-4 py-3 text-sm">
      <p className="max-w-[92ch] text-muted">{t('example.note')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{t('editor.path')}</span>
        <Select
          name={t('editor.path')}
          value={file}
          options={places.map(({ path, scope }) => ({ value: path, label: `${t(`scope.${scope}`)}: ${path}` }))}
          onChange={setFile}
        />
      </div>
      <ul aria-label={t('tab.examples')} className="flex flex-col gap-2">
        {(found?.examples ?? []).map((example) => (
          <li
            key={example.id}
            ref={example.id === meant ? showOnMount : undefined}
            aria-current={example.id === meant ? 'true' : undefined}
            className={cx(
              'flex flex-col gap-1.5 rounded-md border px-3 py-2',
              example.id === meant ? 'border-ink bg-selected' : 'border-line',
            )}
          >
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="font-semibold">{t(`example.title.${example.id}`)}</h2>
              {isThere(example, data) ? <Chip tone="ok">{t('example.there')}</Chip> : undefined}
              <span className="flex-1" />
              <Button
                aria-expanded={shown === example.id}
                aria-label={`${t('example.enable')}: ${t(`example.title.${example.id}`)}`}
                disabled={isThere(example, data) || !fits(example)}
                onClick={() => setShown(shown === example.id ? undefined : example.id)}
              >
                {t('example.enable')}
              </Button>
            </div>
            <p className="max-w-[92ch] text-muted">{t(`example.body.${example.id}`)}</p>
            {fits(example) ? undefined : <p className="text-muted">{t('example.notYours')}</p>}
            {shown === example.id && fits(example) ? (
              <ExampleChange folder={folder} file={file} example={example} onDone={() => done(example)} />
            ) : undefined}
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}

function isThere({ changes }: Example, { hooks }: Result<'hooks.list'>): boolean {
  return changes.some((change) => change.op === 'add' && hooks.some(({ handler }) => handler['command'] === change.handler['command']));
}

/** What would be written: the change of the settings, and the script where there is one. */
function ExampleChange({ folder, file, example, onDone }: { folder: string; file: string; example: Example; onDone: () => void }) {
  const { t } = useTranslation('hooks');
  const document = useDocument(folder, file);
  const { changes, script } = example;
  const unseen = script !== undefined && script.text === undefined;
  const ready = (document.phase === 'ready' || document.phase === 'missing') && !unseen;
  const { data: edited } = useAnswer('hooks.edit', { text: document.text, changes }, ready ? `${example.id}\n${document.text}` : undefined);
  const write = async () => {
    const { text } = await call('hooks.edit', { text: document.text, changes });
    if (script?.text !== undefined && !script.exists) await call('document.create', { folder, path: script.path, text: script.text });
    editDocument(document.place, text);
    if (await saveDocument(document.place)) onDone();
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <PathText path={file} base={folder} />
      <Suspense>
        {edited ? (
          <TextDifference before={document.text} after={edited.text} name={t('example.difference', { file })} className="max-h-[60vh]" />
        ) : undefined}
      </Suspense>
      {script ? (
        <>
          <PathText path={script.path} base={folder} />
          {script.differs ? <p className="text-warn">{t(unseen ? 'example.unseen' : 'example.differs')}</p> : undefined}
          <ScrollRegion name={t('example.script')} className="max-h-[60vh] rounded-md border border-line bg-panel px-2 py-1">
            <pre>{script.text}</pre>
          </ScrollRegion>
        </>
      ) : undefined}
      <div>
        <Button look="solid" disabled={!ready || document.dirty || document.saving} onClick={() => void write().catch(reportFailure)}>
          {t('example.write')}
        </Button>
      </div>
    </div>
  );
}
