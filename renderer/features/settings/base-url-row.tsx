import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BaseUrlFault, faultOfBaseUrl } from '../../../shared/model/base-url';
import { useConfig } from '../../stores/config';
import { useHost } from '../../stores/host';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/text-input';
import { type Edit, saveSetting } from './saves';
import { SettingRow } from './setting-row';

const USUAL = 'https://api.anthropic.com';

/** Where requests go: the provider's own address unless one is set here. */
export function BaseUrlRow() {
  const { t } = useTranslation('settings');
  const saved = useConfig((state) => state.config?.baseUrl);
  const endpoint = useHost((state) => state.info?.endpoint);
  const [text, setText] = useState(saved ?? '');
  useEffect(() => setText(saved ?? ''), [saved]);
  const problem = checkUrl(text);
  const refused = problem !== undefined && problem !== 'plain';
  const isChanged = text.trim() !== (saved ?? '');
  const back: Edit = saved === undefined ? { clear: ['baseUrl'] } : { change: { baseUrl: saved } };
  const clear = () => void saveSetting('baseUrl', { clear: ['baseUrl'] }, back);
  const save = () => {
    if (refused || !isChanged) return;
    if (text.trim() === '') clear();
    else void saveSetting('baseUrl', { change: { baseUrl: text.trim() } }, back);
  };
  return (
    <SettingRow field="baseUrl" label={t('keys.baseUrl')} hint={t('keys.baseUrlNote')}>
      <div className="flex flex-col gap-1 pt-1.5">
        <div className="flex flex-wrap items-center gap-1.5">
          <TextInput
            name={t('keys.baseUrl')}
            inputMode="url"
            placeholder={USUAL}
            value={text}
            aria-invalid={refused}
            onChange={(event) => setText(event.target.value)}
            onBlur={save}
            onEnter={save}
            onEscape={() => setText(saved ?? '')}
            className="max-w-md flex-1 basis-56 font-mono"
          />
          {saved === undefined ? undefined : (
            <Button look="quiet" onClick={clear}>
              {t('keys.baseUrlClear')}
            </Button>
          )}
        </div>
        {problem ? (
          <p role="alert" className={refused ? 'text-bad text-sm' : 'text-sm text-warn'}>
            {t(`keys.url.${problem}`)}
          </p>
        ) : undefined}
        {endpoint ? (
          <p className="break-anywhere text-faint text-sm">
            {t(`keys.endpoint.${endpoint.from}`)} {endpoint.url ? <code>{endpoint.url}</code> : undefined}
          </p>
        ) : undefined}
      </div>
    </SettingRow>
  );
}

/** `plain`: the key would travel unencrypted, and not only within this machine; the others are refused. */
export function checkUrl(text: string): BaseUrlFault | 'plain' | undefined {
  const address = text.trim();
  if (address === '') return undefined;
  const fault = faultOfBaseUrl(address);
  if (fault !== undefined) return fault;
  const url = new URL(address);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === 'http:' && !isHere ? 'plain' : undefined;
}
