import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadConfig } from '../../stores/config';
import { call, loadInfo, useHost } from '../../stores/host';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { TextInput } from '../../ui/text-input';
import { ViewSection } from '../../ui/view-page';
import { BaseUrlRow } from './base-url-row';
import { noteOutcome } from './saves';
import { SettingRow } from './setting-row';

/** The key for the model, which is never shown again, and where requests go. */
export function KeysSection() {
  const { t } = useTranslation('settings');
  return (
    <ViewSection title={t('section.keys')} note={t('keys.note')}>
      <KeyRow />
      <BaseUrlRow />
    </ViewSection>
  );
}

type KeyState = 'none' | 'environment' | 'os' | 'memory';
const TONES = { none: 'warn', environment: 'ok', os: 'ok', memory: 'ok' } as const;

function KeyRow() {
  const { t } = useTranslation(['settings', 'common']);
  const info = useHost((state) => state.info);
  if (!info) return <SettingRow field="key" label={t('keys.key')} hint={t('common:loading')} />;
  const store = info.secretStore === 'os' ? 'os' : 'memory';
  const state: KeyState = info.credential === 'stored' ? store : info.credential;
  return (
    <SettingRow
      field="key"
      label={
        <span className="flex flex-wrap items-center gap-2">
          {t('keys.key')} <Chip tone={TONES[state]}>{t(`keys.state.${state}`)}</Chip>
        </span>
      }
      hint={t(`keys.stateNote.${state}`)}
    >
      <KeyForm store={store} isSet={info.credential === 'stored'} />
    </SettingRow>
  );
}

async function afterChange(job: Promise<unknown>): Promise<void> {
  await job;
  await Promise.all([loadInfo(), loadConfig()]);
}

function KeyForm({ store, isSet }: { store: 'os' | 'memory'; isSet: boolean }) {
  const { t } = useTranslation(['settings', 'common']);
  const [key, setKey] = useState('');
  const [removing, setRemoving] = useState(false);
  const given = key.trim();
  const looksOdd = given !== '' && /\s/.test(given);
  const save = () => {
    if (given === '' || looksOdd) return;
    void noteOutcome('key', afterChange(call('key.set', { key: given }))).then((done) => done && setKey(''));
  };
  const remove = () => {
    setRemoving(false);
    void noteOutcome('key', afterChange(call('key.clear', {})));
  };
  return (
    <div className="flex flex-col gap-1 pt-1.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <TextInput
          name={t('keys.new')}
          type="password"
          autoComplete="new-password"
          placeholder={t(isSet ? 'keys.replace' : 'keys.placeholder')}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          onEnter={save}
          onEscape={() => setKey('')}
          className="max-w-md flex-1 basis-56"
        />
        <Button disabled={given === '' || looksOdd} onClick={save}>
          {t('keys.set')}
        </Button>
        {isSet && !removing ? (
          <Button look="danger" onClick={() => setRemoving(true)}>
            {t('keys.remove')}
          </Button>
        ) : undefined}
      </div>
      {looksOdd ? (
        <p role="alert" className="text-bad text-sm">
          {t('keys.odd')}
        </p>
      ) : undefined}
      {removing ? (
        <p className="flex flex-wrap items-center gap-1.5 text-sm">
          {t('keys.removeSure')}
          <Button look="danger" onClick={remove}>
            {t('keys.remove')}
          </Button>
          <Button look="quiet" onClick={() => setRemoving(false)}>
            {t('common:cancel')}
          </Button>
        </p>
      ) : undefined}
      {isSet ? undefined : <p className="text-faint text-sm">{t(`keys.whereTo.${store}`)}</p>}
    </div>
  );
}
