import type { AuditRecord } from '../../../shared/model/audit';
import { cutStart } from '../../../shared/text/cut-text';

const MOST_CHARS = 4_000;

/** The record with its long texts cut. After its secrets are hidden: what is left of one that was cut in two is not known for one. */
export function boundRecord(record: AuditRecord): AuditRecord {
  if (record.type === 'ended') return record;
  const { input, summary } = record.what;
  return {
    ...record,
    what: {
      ...record.what,
      ...(input === undefined
        ? {}
        : { input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, boundValue(value)])) }),
      ...(summary === undefined ? {} : { summary: boundText(summary) }),
    },
  };
}

function boundValue<Value>(value: Value): Value | string {
  return typeof value === 'string' ? boundText(value) : value;
}

/** The beginning of a long text, with how much of it is left out. */
function boundText(text: string): string {
  if (text.length <= MOST_CHARS) return text;
  const start = cutStart(text, MOST_CHARS);
  return `${start} … [${text.length - start.length} more characters]`;
}
