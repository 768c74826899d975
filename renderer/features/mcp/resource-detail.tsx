import { useTranslation } from 'react-i18next';
import type { ServerDetail } from '../../../shared/model/mcp';
import { useAnswer } from '../../stores/use-answer';
import { CopyButton } from '../../ui/copy-button';
import { Fact } from '../../ui/fact';
import { useFormat } from '../../ui/format';
import { ContentList } from './content-list';
import { type Following, FollowResource } from './follow-resource';
import { OfferDetail } from './offer-detail';
import { ServerAnswer } from './server-answer';
import type { ServerPlace } from './server-place';

/** One resource, with how it is mentioned and what stands in it. */
export function ResourceDetail({
  resource,
  ...place
}: ServerPlace & { resource: ServerDetail['resources'][number]; following: Following }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const { uri, name, title, description, mimeType, size } = resource;
  const mention = `@${place.server}:${uri}`;
  return (
    <OfferDetail name={name} title={title} icon={resource.icon} description={description}>
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
    </OfferDetail>
  );
}

/** What stands at an address now, and whether it is followed. */
export function ResourcePreview({ following, ...place }: ServerPlace & { uri: string; following: Following }) {
  const { folder, server, uri, stamp } = place;
  const { t } = useTranslation('mcp');
  const answer = useAnswer('mcp.readResource', { folder, server, uri }, `${server} ${uri} ${stamp}`, `${server} ${uri}`);
  return (
    <>
      <FollowResource {...place} following={following} />
      <ServerAnswer title={t('resources.preview')} answer={answer}>
        {({ content }) => <ContentList content={content} name={t('resources.preview')} />}
      </ServerAnswer>
    </>
  );
}
