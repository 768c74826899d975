import { useTranslation } from 'react-i18next';
import type { UserTextItem } from '../../../shared/model/item';
import type { ItemSpine } from '../../../shared/model/session';
import { useItemView } from '../../stores/use-item-view';
import { selectItem } from '../../stores/selection';
import { Chip } from '../../ui/chip';
import { cx } from '../../ui/cx';
import { HiddenSecrets } from '../../ui/hidden-secrets';
import { keyed } from '../../ui/keyed';
import { AgentLines } from './agent-lines';
import { SkillUseLine } from './skill-use-line';

export function UserMessage({ item }: { item: ItemSpine }) {
  const { t } = useTranslation('conversation');
  const view = useItemView(item.id);
  const body = view?.item.kind === 'user-text' ? view.item : undefined;
  const byHost = body?.author === 'host';
  const from = body?.author === 'agent' ? t('fromAgent', { agent: body.from?.split('/').at(-1) ?? '' }) : undefined;
  return (
    <article aria-label={from ?? t(byHost ? 'fromHost' : 'fromYou')} className="pt-4 pb-1.5">
      <div className="rounded-lg border border-line bg-panel px-3 py-2">
        {byHost || from || body?.command || view?.hidden ? (
          <div className="flex gap-1.5 pb-1">
            {byHost ? <Chip>{t('fromHost')}</Chip> : undefined}
            {from ? <Chip title={body?.from}>{from}</Chip> : undefined}
            {body?.command ? <CommandChips command={body.command} /> : undefined}
            <HiddenSecrets hidden={view?.hidden} />
          </div>
        ) : undefined}
        {byHost && body?.skill ? (
          <details>
            <summary className="cursor-pointer text-muted text-sm">{t('skillUse.text', { name: body.skill })}</summary>
            <div className="whitespace-pre-wrap break-anywhere pt-1 text-sm">{view?.text ?? ''}</div>
          </details>
        ) : (
          <div className={cx('whitespace-pre-wrap break-anywhere', body?.command && 'max-h-80 overflow-y-auto font-mono text-xs')}>
            {view?.text ?? body?.preview ?? ''}
          </div>
        )}
        {view?.images && view.images.length > 0 ? (
          <div className="flex flex-wrap gap-2 pt-2">
            {keyed(view.images).map(({ key, value: image }, index) => (
              <img
                key={key}
                src={`data:${image.mediaType};base64,${image.data}`}
                alt={t('image', { number: index + 1 })}
                className="max-h-40 max-w-60 rounded-md border border-line"
              />
            ))}
          </div>
        ) : undefined}
        {view?.more ? (
          <button type="button" className="pt-1 text-faint text-xs underline" onClick={() => selectItem(item.id, item.call)}>
            {t('longText')}
          </button>
        ) : undefined}
        {body?.skill && !byHost ? (
          <>
            <SkillUseLine item={item.id} />
            <AgentLines item={item.id} />
          </>
        ) : undefined}
      </div>
    </article>
  );
}

/** A command that the person ran themselves: what, and how it ended. */
function CommandChips({ command: { exitCode, signal } }: { command: NonNullable<UserTextItem['command']> }) {
  const { t } = useTranslation('conversation');
  return (
    <>
      <Chip>{t('youRan')}</Chip>
      {signal === undefined ? undefined : <Chip tone="bad">{signal}</Chip>}
      {exitCode === undefined ? undefined : <Chip tone={exitCode === 0 ? 'plain' : 'bad'}>{t('exitCode', { code: exitCode })}</Chip>}
    </>
  );
}
