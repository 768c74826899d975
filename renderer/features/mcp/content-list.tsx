import { useTranslation } from 'react-i18next';
import type { ContentView } from '../../../shared/model/mcp';
import { openLink } from '../../stores/open-link';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Code } from '../../ui/code';
import { CopyButton } from '../../ui/copy-button';
import { useFormat } from '../../ui/format';
import { keyed } from '../../ui/keyed';

/** Kinds of pictures that are drawn; any other stays a fact. */
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Parts of a result as they are: text as text, pictures only of their own bytes, links only as their words. */
export function ContentList({ content, name }: { content: readonly ContentView[]; name: string }) {
  const { t } = useTranslation('mcp');
  if (content.length === 0) return <p className="text-muted text-sm">{t('content.none')}</p>;
  return (
    <ul aria-label={name} className="flex flex-col gap-2">
      {keyed(content).map(({ key, value }, index) => (
        <li key={key} className="min-w-0">
          <Part part={value} number={index + 1} />
        </li>
      ))}
    </ul>
  );
}

function Part({ part, number }: { part: ContentView; number: number }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  switch (part.type) {
    case 'text':
      return (
        <>
          {part.uri ? <Source uri={part.uri} mimeType={part.mimeType} /> : undefined}
          <Code
            name={t('content.text', { number })}
            code={part.text}
            {...languageOf(part.mimeType)}
            className="max-h-[50vh] whitespace-pre-wrap break-anywhere rounded-md border border-line bg-panel px-2 py-1"
          />
          {part.chars > part.text.length ? (
            <p className="text-muted text-sm">
              {t('content.cut', { shown: format.count(part.text.length), chars: format.count(part.chars) })}
            </p>
          ) : undefined}
        </>
      );
    case 'image':
      return DRAWN.has(part.mimeType) && part.data !== '' ? (
        <img
          src={`data:${part.mimeType};base64,${part.data}`}
          alt={t('content.image', { number })}
          className="max-h-72 max-w-full rounded-md border border-line"
        />
      ) : (
        <Bytes mimeType={part.mimeType} bytes={part.bytes} uri={undefined} />
      );
    case 'binary':
      return <Bytes mimeType={part.mimeType} bytes={part.bytes} uri={part.uri} />;
    case 'link':
      return (
        <span className="flex flex-wrap items-center gap-x-2 text-sm">
          <bdi className="break-anywhere">{part.name}</bdi>
          <Source uri={part.uri} mimeType={part.mimeType} />
        </span>
      );
    default:
      return part satisfies never;
  }
}

function Bytes({ mimeType, bytes, uri }: { mimeType: string; bytes: number; uri: string | undefined }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm">
      <Chip>{mimeType}</Chip>
      <span className="text-muted">{t('content.notShown', { bytes: format.bytes(bytes) })}</span>
      {uri ? <Source uri={uri} mimeType={undefined} /> : undefined}
    </span>
  );
}

/** An address in words; a page of the web is opened by a click and by nothing else. */
function Source({ uri, mimeType }: { uri: string; mimeType: string | undefined }) {
  const { t } = useTranslation('mcp');
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm">
      <code className="break-anywhere">{uri}</code>
      <CopyButton name={t('content.copyUri')} text={uri} />
      {/^https?:\/\//i.test(uri) ? (
        <Button look="quiet" onClick={() => openLink(uri)}>
          {t('content.open')}
        </Button>
      ) : undefined}
      {mimeType ? <span className="text-faint">{mimeType}</span> : undefined}
    </span>
  );
}

function languageOf(mimeType: string | undefined): { language?: string } {
  if (mimeType === undefined) return {};
  if (/json$/.test(mimeType)) return { language: 'json' };
  return /markdown$/.test(mimeType) ? { language: 'markdown' } : {};
}
