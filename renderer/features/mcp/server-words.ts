import { useTranslation } from 'react-i18next';
import type { ServerReason, ServerState, ServerView, ServerWarning } from '../../../shared/model/mcp';
import { useFormat } from '../../ui/format';

export const STATE_TONES: Record<ServerState, 'plain' | 'ok' | 'warn' | 'bad'> = {
  idle: 'plain',
  connecting: 'plain',
  connected: 'ok',
  stalled: 'warn',
  failed: 'bad',
  'needs-auth': 'warn',
  'pending-approval': 'warn',
  disabled: 'plain',
};

/** Why a server is in its state, and when it is tried again, in the person's language. What the system said is not in it. */
export function useReasonWords(): (reason: ServerReason) => string {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  return ({ code, retryAt }) =>
    retryAt === undefined
      ? t(`reason.${code}`)
      : `${t(`reason.${code}`)} ${t('retryAt', { time: format.time(new Date(retryAt).toISOString()) })}`;
}

export function useWarningWords(): (warning: ServerWarning) => string {
  const { t } = useTranslation('mcp');
  return ({ code, params }) => t(`warning.${code}`, params);
}

/** Its kind, version, and the revision of the protocol, as far as they are known. */
export function useKindWords(): (server: Pick<ServerView, 'transport' | 'info'>) => string {
  const { t } = useTranslation('mcp');
  return ({ transport, info }) =>
    [
      transport && t(`transport.${transport}`),
      info && [info.name, info.version].filter((text) => text !== '').join(' '),
      info && t(`era.${info.era}`, { version: info.protocolVersion }),
    ]
      .filter((text) => text !== undefined && text !== '')
      .join(' · ');
}

/** Whether it has said what it offers: until then its definitions cost nothing now, and nobody knows what they will. */
export function isCostKnown({ info, tokens }: Pick<ServerView, 'info' | 'tokens'>): boolean {
  return info !== undefined || tokens.definitions > 0;
}

/** How many tokens its definitions cost now in every request. */
export function tokensNow({ deferred, tokens }: Pick<ServerView, 'deferred' | 'tokens'>): number {
  return deferred ? tokens.names : tokens.definitions;
}
