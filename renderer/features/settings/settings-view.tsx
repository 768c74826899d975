import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadConfig, useConfig } from '../../stores/config';
import { select, useSelection } from '../../stores/selection';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { DiagnosticList } from '../../ui/diagnostic-list';
import { EmptyState } from '../../ui/empty-state';
import { ScrollRegion } from '../../ui/scroll-region';
import { showOnMount } from '../../ui/show-on-mount';
import { ViewPage } from '../../ui/view-page';
import { AboutSection } from './about-section';
import { AppearanceSection } from './appearance-section';
import { ContextSection } from './context-section';
import { KeysSection } from './keys-section';
import { LimitsSection } from './limits-section';
import { ModelSection } from './model-section';
import { NotificationsSection } from './notifications-section';
import { SECTIONS, type SectionId, sectionOf } from './sections';
import { ToolsSection } from './tools-section';

const CONTENT: Record<SectionId, () => ReactNode> = {
  keys: () => <KeysSection />,
  model: () => <ModelSection />,
  limits: () => <LimitsSection />,
  appearance: () => <AppearanceSection />,
  context: () => <ContextSection />,
  tools: () => <ToolsSection />,
  notifications: () => <NotificationsSection />,
  about: () => <AboutSection />,
};

/** Sections at the left, the chosen one beside them. Every change is saved as it is made. */
export function SettingsView() {
  const { t } = useTranslation(['settings', 'common']);
  const section = useSelection((state) => sectionOf(state.current.detail));
  return (
    <ViewPage title={t('title')} note={t('note')}>
      <ConfigProblems />
      <div className="flex min-h-0 flex-1 flex-col min-[700px]:flex-row">
        <nav
          aria-label={t('sections')}
          className="flex shrink-0 gap-px overflow-auto border-line border-b bg-panel p-1.5 min-[700px]:w-44 min-[700px]:flex-col min-[700px]:border-r min-[700px]:border-b-0"
        >
          {SECTIONS.map((id) => (
            <button
              key={id}
              type="button"
              aria-current={id === section ? 'page' : undefined}
              onClick={() => select({ view: 'settings', detail: id })}
              ref={id === section ? showOnMount : undefined}
              className="clickable flex min-h-[28px] shrink-0 whitespace-nowrap items-center rounded-md px-2 text-left"
            >
              {t(`section.${id}`)}
            </button>
          ))}
        </nav>
        <ScrollRegion key={section} name={t(`section.${section}`)} className="min-h-0 min-w-0 flex-1">
          <div className="flex max-w-[860px] flex-col gap-6 px-4 py-4 min-[700px]:px-6">
            <Ready>{CONTENT[section]}</Ready>
          </div>
        </ScrollRegion>
      </div>
    </ViewPage>
  );
}

function Ready({ children }: { children: () => ReactNode }) {
  const { t } = useTranslation(['settings', 'common']);
  const ready = useConfig((state) => state.config !== undefined);
  if (ready) return children();
  return (
    <EmptyState title={t('unread')} actions={<Button onClick={() => void loadConfig().catch(() => undefined)}>{t('common:retry')}</Button>}>
      {t('unreadBody')}
    </EmptyState>
  );
}

/** What the file of the settings holds that cannot be used, with its line. */
function ConfigProblems() {
  const { t } = useTranslation('settings');
  const diagnostics = useConfig((state) => state.diagnostics);
  if (diagnostics.length === 0) return undefined;
  return (
    <Banner tone="warn">
      <DiagnosticList diagnostics={diagnostics} name={t('problems')} />
    </Banner>
  );
}
