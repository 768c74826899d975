import { crashOf, writeCrashRecord } from '../adapters/logging/crash-record';
import type { HostPorts } from './host-ports';

/** Writes what ends this process unexpectedly to the home, where it stays. Returns the function that stops it. */
export function recordCrashes({ home, clock, shellKind, appVersion }: HostPorts): () => void {
  const record = (error: unknown) => void writeCrashRecord(home, clock, crashOf(error, shellKind, appVersion));
  process.on('uncaughtExceptionMonitor', record);
  return () => void process.off('uncaughtExceptionMonitor', record);
}
