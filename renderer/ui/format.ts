import { useTranslation } from 'react-i18next';

/** Numbers and times as this language writes them. */
export interface Format {
  /** 950, 12.3k, 1.2M. */
  tokens: (count: number) => string;
  /** A size that is mostly round: 950, 128k, 1M; a digit after the point only where it says something. */
  size: (count: number) => string;
  /** The whole number with separators. */
  count: (count: number) => string;
  /** US dollars with as many digits as the amount needs. */
  cost: (usd: number) => string;
  duration: (ms: number) => string;
  bytes: (count: number) => string;
  time: (iso: string) => string;
  day: (iso: string) => string;
  percent: (share: number) => string;
}

const made = new Map<string, Format>();

export function useFormat(): Format {
  const { i18n } = useTranslation('common');
  return formatFor(i18n.language || 'en');
}

export function formatFor(language: string): Format {
  const known = made.get(language);
  if (known) return known;
  const format = makeFormat(language);
  made.set(language, format);
  return format;
}

function makeFormat(language: string): Format {
  const whole = makeOnce(() => new Intl.NumberFormat(language));
  const one = makeOnce(() => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  const short = makeOnce(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));
  const time = makeOnce(() => new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false }));
  const day = makeOnce(() => new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }));
  const minute = makeOnce(() => new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false }));
  const percent = makeOnce(() => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }));
  return {
    tokens: (count) =>
      count < 1000
        ? whole().format(Math.round(count))
        : count < 999_950
          ? `${one().format(count / 1000)}k`
          : `${one().format(count / 1_000_000)}M`,
    size: (count) =>
      count < 1000 ? whole().format(count) : count < 999_950 ? `${short().format(count / 1000)}k` : `${short().format(count / 1_000_000)}M`,
    count: (count) => whole().format(count),
    cost: (usd) => `$${usd === 0 ? '0' : usd < 0.0001 ? '<0.0001' : usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`,
    duration: (ms) =>
      ms < 1000
        ? `${Math.round(ms)} ms`
        : ms < 60_000
          ? `${one().format(ms / 1000)} s`
          : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`,
    bytes: (count) =>
      count < 1000 ? `${count} B` : count < 1_000_000 ? `${one().format(count / 1000)} kB` : `${one().format(count / 1_000_000)} MB`,
    time: (iso) => time().format(new Date(iso)),
    day: (iso) => (isToday(iso) ? minute().format(new Date(iso)) : day().format(new Date(iso))),
    percent: (share) => percent().format(share),
  };
}

/** Making one takes milliseconds, and most screens need two or three of them. */
function makeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export function isToday(iso: string): boolean {
  return new Date(iso).toDateString() === new Date().toDateString();
}
