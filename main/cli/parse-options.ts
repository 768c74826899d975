import { InvalidArgumentError } from 'commander';
import { BASE_URL_FAULTS, faultOfBaseUrl } from '../../shared/model/base-url';
import { modeSchema, type Mode } from '../../shared/model/mode';

export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

export function parseMode(value: string): Mode {
  const mode = modeSchema.safeParse(value === 'manual' ? 'default' : value);
  if (!mode.success) throw new InvalidArgumentError(`It is one of ${modeSchema.options.join(', ')}.`);
  return mode.data;
}

export function parseCount(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It is a whole number from 1 on.');
  return count;
}

const AGO = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time in ISO 8601, or so long ago: `30m`, `12h`, `7d`. Gives ISO 8601. */
export function parseInstant(value: string): string {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(value) ?? [];
  const at = unit === 'm' || unit === 'h' || unit === 'd' ? Date.now() - Number(count) * AGO[unit] : Date.parse(value);
  if (Number.isNaN(at)) throw new InvalidArgumentError('It is a time such as 2025-01-31T12:00, or 30m, 12h, 7d for so long ago.');
  return new Date(at).toISOString();
}

export function parseAmount(value: string): number {
  const amount = Number(value);
  if (!Number.isFinite(amount) || amount <= 0) throw new InvalidArgumentError('It is a number above 0.');
  return amount;
}

export function parsePort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new InvalidArgumentError('It is a port from 0 to 65535.');
  return port;
}

export function parseBaseUrl(value: string): string {
  const fault = faultOfBaseUrl(value);
  if (fault !== undefined) throw new InvalidArgumentError(`It cannot be used: ${BASE_URL_FAULTS[fault]}.`);
  return value;
}

export function oneOf<const T extends string>(...allowed: readonly T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw new InvalidArgumentError(`It is one of ${allowed.join(', ')}.`);
    return found;
  };
}

export function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new InvalidArgumentError(`It is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
