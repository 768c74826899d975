import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../stores/host';
import { showToast } from '../../stores/toasts';
import { reportFailure } from '../../stores/report-failure';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';

/** Copies the call as something that can be run elsewhere; the key is a variable in it. */
export function CopyMenu({ session, call: id }: { session: string; call: string }) {
  const { t } = useTranslation(['inspector', 'common']);
  const copy = async (as: 'curl' | 'typescript') => {
    try {
      const { text } = await call('call.copy', { session, call: id, as });
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'plain', text: t('copy.done', { as: t(`copy.${as}`) }) });
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <Menu align="end" trigger={<IconButton name={t('copy.name')} icon={<Copy size={13} />} className="size-[22px]" />}>
      <MenuItem onSelect={() => void copy('curl')}>{t('copy.curl')}</MenuItem>
      <MenuItem onSelect={() => void copy('typescript')}>{t('copy.typescript')}</MenuItem>
    </Menu>
  );
}
