import { join } from 'node:path';
import { app, nativeTheme } from 'electron';
import { writeCrashRecord } from '../adapters/logging/crash-record';
import { createHost } from '../host/create-host';
import type { Host } from '../host/host';
import { createNodePorts } from '../host/node-ports';
import { recordCrashes } from '../host/record-crashes';
import type { NativePort } from '../host/native-port';
import { createNativePort } from './native-services';
import { createSafeSecretStore } from './safe-secret-store';
import type { AppWindow } from './windows';

export interface DesktopHost {
  host: Host;
  nativeFor(window: AppWindow): NativePort;
  log(level: 'info' | 'warn' | 'error', message: string, data: Record<string, unknown>): void;
}

/** Composes the host of the desktop. Everything heavy hangs on this module: it is loaded after the first window was asked for. */
export function startDesktopHost(home: string): DesktopHost {
  const ports = createNodePorts({
    shellKind: 'desktop',
    home,
    language: app.getLocale(),
    secrets: createSafeSecretStore(join(home, 'secrets.json')),
  });
  const host = createHost(ports);
  recordCrashes(ports);
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    writeCrashRecord(home, ports.clock, { process: 'renderer', reason, message: `exit code ${exitCode}`, appVersion: ports.appVersion });
  });
  const applyTheme = () =>
    ports.config.read().then(
      ({ config }) => {
        nativeTheme.themeSource = config.theme;
      },
      () => undefined,
    );
  host.onConfigChanged(applyTheme);
  void applyTheme();
  const log: DesktopHost['log'] = (level, message, data) => ports.logger.log(level, message, data);
  return { host, log, nativeFor: (window) => createNativePort(window, (message, data) => log('info', message, data)) };
}
