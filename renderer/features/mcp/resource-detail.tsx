import { useTranslation } from 'react-i18next';
import type { ServerDetail } from '../../../shared/model/mcp';
import { useAnswer } from '../../stores/use-answer';
import { CopyButton } from '../../ui/copy-button';
import { Fact } from '../../ui/fact';
import { Failed } from '../../ui/failed';
import { useFormat } from '../../ui/format';
import { ScrollRegion } from '../../ui/scroll-region';
import { ViewSection } from '../../ui/view-page';
import { ContentList } from './content-list';
import type { ServerPlace } from './server-place';
import { ServerText } from './server-text';

/** One resource, with how it is mentioned and what stands in it. */
export function ResourceDetail({ resource, ...place }: ServerPlace & { resource: ServerDetail['resources'][number] }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const { uri, name, title, description, mimeType, size } = resource;
  const mention = `@${place.server}:${uri}`;
  return (
    <ScrollRegion name={name} className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 px-4 py-3">
      <h2 className="break-anywhere font-semibold text-lg">
        <bdi>{title ?? name}</bdi>
      </h2>
      {description ? <ServerText name={t('tools.description')} text={description} /> : undefined}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <Fact name={t('resources.uri')}>
          <code>{uri}</code>
        </Fact>
        <Fact name={t('resources.mention')}>
          <span className="flex items-center gap-1">
            <code className="min-w-0 break-anywhere">{mention}</code>
            <CopyButton name={t('resources.copyMention')} text={mention} />
          </span>
        </Fact>
        {mimeType ? <Fact name={t('resources.type')}>{mimeType}</Fact> : undefined}
        {size === undefined ? undefined : <Fact name={t('resources.size')}>{format.bytes(size)}</Fact>}
      </dl>
      <ResourcePreview {...place} uri={uri} />
    </ScrollRegion>
  );
}

/** What stands at an address now. */
export function ResourcePreview({ folder, server, uri, stamp }: ServerPlace & { uri: string }) {
  const { t } = useTranslation('mcp');
  const { data, error, again, loading } = useAnswer(
    'mcp.readResource',
    { folder, server, uri },
    `${server} ${uri} ${stamp}`,
    `${server} ${uri}`,
  );
  return (
    <ViewSection title={t('resources.preview')}>
      <div aria-busy={loading}>
        <p className="pb-1 text-faint text-xs">{t('serverSays')}</p>
        {error ? <Failed error={error} onRetry={again} /> : undefined}
        {data ? <ContentList content={data.content} name={t('resources.preview')} /> : undefined}
      </div>
    </ViewSection>
  );
}
