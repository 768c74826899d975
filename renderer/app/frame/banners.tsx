import { useTranslation } from 'react-i18next';
import { dismissAlarm, useHost } from '../../stores/host';
import { isBoolean, readPreference, writePreference } from '../../stores/preferences';
import { select } from '../../stores/selection';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { useState } from 'react';

/** What the person must know whatever is open: the connection, alarms of the host, and that no key is set. */
export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <AlarmBanners />
      <KeyBanner />
    </>
  );
}

function ConnectionBanner() {
  const { t } = useTranslation(['frame', 'common']);
  const status = useHost((state) => state.status);
  const client = useHost((state) => state.client);
  const info = useHost((state) => state.info);
  if (status === 'connected' || (status === 'connecting' && !info)) return undefined;
  if (status === 'outdated')
    return (
      <Banner tone="warn" live actions={<Button onClick={() => location.reload()}>{t('banner.reloadNow')}</Button>}>
        {t('banner.reload')}
      </Banner>
    );
  if (status === 'closed')
    return (
      <Banner tone="bad" live>
        {t('banner.closed')}
      </Banner>
    );
  return (
    <Banner tone="warn" live actions={<Button onClick={() => client?.retry()}>{t('common:retry')}</Button>}>
      {t('banner.reconnecting')}
    </Banner>
  );
}

function AlarmBanners() {
  const { t } = useTranslation(['frame', 'common']);
  const alarms = useHost((state) => state.alarms);
  return alarms.map((alarm) => (
    <Banner key={alarm.code} tone="bad" live actions={<Button onClick={() => dismissAlarm(alarm.code)}>{t('common:dismiss')}</Button>}>
      {t(`common:error.${alarm.code}`, { defaultValue: '' })} <span lang="en">{alarm.message}</span>
    </Banner>
  ));
}

function KeyBanner() {
  const { t } = useTranslation(['frame', 'common']);
  const credential = useHost((state) => state.info?.credential);
  const [hidden, setHidden] = useState(() => readPreference('keyBannerHidden', false, isBoolean));
  if (credential !== 'none' || hidden) return undefined;
  const hide = () => {
    setHidden(true);
    writePreference('keyBannerHidden', true);
  };
  return (
    <Banner
      actions={
        <>
          <Button onClick={() => select({ view: 'settings', detail: 'keys' })}>{t('banner.keyAction')}</Button>
          <Button look="quiet" onClick={hide}>
            {t('common:dismiss')}
          </Button>
        </>
      }
    >
      {t('banner.key')}
    </Banner>
  );
}
