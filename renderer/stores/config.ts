import type { Params, Result } from '../../shared/contract/methods';
import { create } from 'zustand';
import { call, listen, loadInfo } from './host';
import { setLanguage, setTheme } from './ui';

interface ConfigState {
  config: Result<'config.get'>['config'] | undefined;
  diagnostics: Result<'config.get'>['diagnostics'];
  models: Result<'models.list'>['models'];
  currentModel: string | undefined;
  /** Date of the price catalogue. */
  dated: string | undefined;
}

export const useConfig = create<ConfigState>(() => ({
  config: undefined,
  diagnostics: [],
  models: [],
  currentModel: undefined,
  dated: undefined,
}));

/** Reads the configuration and the models; theme and language follow it. */
export async function loadConfig(): Promise<void> {
  const [{ config, diagnostics }, { models, current, dated }] = await Promise.all([call('config.get', {}), call('models.list', {})]);
  // What can be used now comes first; apart from that the order is the host's.
  const usableFirst = [...models].sort((one, other) => Number(other.usable) - Number(one.usable));
  useConfig.setState({ config, diagnostics, models: usableFirst, currentModel: current, dated });
  setTheme(config.theme);
  setLanguage(config.language);
}

/** Changes the named keys; those in `clear` go back to their defaults. */
export async function changeConfig(change: Params<'config.set'>['change'], clear: Params<'config.set'>['clear'] = []): Promise<void> {
  const { config } = await call('config.set', { change, ...(clear.length > 0 ? { clear } : {}) });
  useConfig.setState({ config });
  setTheme(config.theme);
  setLanguage(config.language);
}

/** The facts of a model named `provider/id`. */
export function findModel(models: ConfigState['models'], name: string | undefined): ConfigState['models'][number] | undefined {
  return models.find((entry) => name === `${entry.provider}/${entry.id}`);
}

export function followConfig(): () => void {
  return listen('config/changed', () => {
    void loadConfig().catch(() => undefined);
    // The credential and the endpoint belong to it.
    void loadInfo().catch(() => undefined);
  });
}
