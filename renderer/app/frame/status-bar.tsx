import { PanelBottom, PanelLeft, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionCost } from '../../../shared/model/session-cost';
import { useComposer } from '../../stores/composer';
import { findModel, useConfig } from '../../stores/config';
import { useSession } from '../../stores/session';
import { toggleDock, useUi } from '../../stores/ui';
import { Cost } from '../../ui/cost';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { Meter } from '../../ui/meter';
import { toggleSideDock, useNarrow } from './narrow-docks';
import { SandboxFact } from './sandbox-fact';
import { WaitingButton } from './waiting-button';

export function StatusBar() {
  const { t } = useTranslation(['frame', 'common']);
  const { listOpen, inspectorOpen, overlaid, bottomOpen } = useUi();
  const narrowList = useNarrow('list');
  const narrowInspector = useNarrow('inspector');
  const session = useSession((state) => state.state);
  const chosenMode = useComposer((state) => state.mode);
  const chosenModel = useComposer((state) => state.model);
  const { config, currentModel } = useConfig();
  const mode = session?.mode ?? chosenMode ?? config?.mode ?? 'default';
  const model = session?.model ?? chosenModel ?? currentModel;
  return (
    <section
      aria-label={t('status.name')}
      className="flex h-[26px] shrink-0 items-center gap-3 max-[640px]:gap-1.5 border-line border-t bg-panel px-1.5 text-muted text-xs"
    >
      <IconButton
        name={t('dock.list')}
        keys="Mod+B"
        icon={<PanelLeft size={14} />}
        pressed={narrowList ? overlaid === 'list' : listOpen}
        onClick={() => toggleSideDock('list')}
        className="size-[22px]"
      />
      <Fact name={t('status.mode')} className="shrink-0">
        {t(`common:mode.${mode}`)}
      </Fact>
      <SandboxFact />
      {model ? (
        <Fact name={t('status.model')} className="min-w-0 max-[640px]:hidden">
          {model}
        </Fact>
      ) : undefined}
      <span className="flex-1" />
      <WaitingButton />
      <ContextMeter />
      {session ? (
        <Fact name={t('status.cost')} className="shrink-0">
          <Cost usd={sessionCost(session)} />
        </Fact>
      ) : undefined}
      <span className="flex shrink-0 items-center">
        <IconButton
          name={t('dock.bottom')}
          keys="Mod+J"
          icon={<PanelBottom size={14} />}
          pressed={bottomOpen}
          onClick={() => toggleDock('bottomOpen')}
          className="size-[22px]"
        />
        <IconButton
          name={t('dock.inspector')}
          keys="Mod+I"
          icon={<PanelRight size={14} />}
          pressed={narrowInspector ? overlaid === 'inspector' : inspectorOpen}
          onClick={() => toggleSideDock('inspector')}
          className="size-[22px]"
        />
      </span>
    </section>
  );
}

function Fact({ name, className, children }: { name: string; className: string; children: ReactNode }) {
  return (
    <span title={name} className={cx('truncate', className)}>
      <span className="sr-only">{name}: </span>
      {children}
    </span>
  );
}

function ContextMeter() {
  const { t } = useTranslation('frame');
  const format = useFormat();
  const used = useSession((state) => state.state?.contextTokens);
  const model = useSession((state) => state.state?.model);
  const total = useConfig((state) => findModel(state.models, model)?.contextTokens);
  if (used === undefined || !total) return undefined;
  const text = t('status.contextText', { used: format.tokens(used), total: format.tokens(total) });
  return (
    <span className="flex shrink-0 items-center gap-1.5 max-[440px]:hidden" title={text}>
      <Meter name={t('status.context')} text={text} value={used / total} className="w-16 max-[640px]:w-6" />
      <span>{format.percent(used / total)}</span>
    </span>
  );
}
