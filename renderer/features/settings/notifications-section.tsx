import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { useHost } from '../../stores/host';
import { noticeWay, sendNotice } from '../../stores/system';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';
import { Switch } from '../../ui/switch';
import { ViewSection } from '../../ui/view-page';
import { saveSetting } from './saves';
import { SettingRow } from './setting-row';

export function NotificationsSection() {
  const { t } = useTranslation(['settings', 'common']);
  const on = useConfig((state) => state.config?.notifications) ?? true;
  const shell = useHost((state) => state.info?.shell);
  const [way, setWay] = useState(() => noticeWay(shell));
  const ask = async () => {
    await Notification.requestPermission();
    setWay(noticeWay(shell));
  };
  const test = () => sendNotice(t('notifications.testTitle'), t('notifications.testBody')).catch(reportFailure);
  return (
    <ViewSection title={t('section.notifications')} note={t('notifications.note')}>
      <SettingRow
        field="notifications"
        label={t('notifications.switch')}
        hint={t(`notifications.way.${way}`)}
        control={
          <>
            {way === 'not-asked' ? <Button onClick={() => void ask()}>{t('notifications.ask')}</Button> : undefined}
            {way === 'system' || way === 'browser' ? (
              <Button look="quiet" onClick={() => void test()}>
                {t('notifications.test')}
              </Button>
            ) : undefined}
            <Switch
              name={t('notifications.switch')}
              checked={on}
              onChange={(next) => void saveSetting('notifications', { change: { notifications: next } }, { change: { notifications: on } })}
            />
          </>
        }
      />
    </ViewSection>
  );
}
