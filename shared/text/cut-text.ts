const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** At most `max` UTF-16 units from the start, never half of a surrogate pair. */
export function cutStart(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, isLow(text, max) ? max - 1 : max);
}

/** At most `max` UTF-16 units from the end, never half of a surrogate pair. */
export function cutEnd(text: string, max: number): string {
  if (text.length <= max) return text;
  const from = text.length - max;
  return text.slice(isLow(text, from) ? from + 1 : from);
}

/** At most `max` code points from the start. */
export function cutCodePoints(text: string, max: number): string {
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** The units from `offset` to `offset + limit`, moved where needed so that both ends lie between code points. */
export function sliceUnits(text: string, offset: number, limit: number): { text: string; offset: number } {
  const from = isLow(text, offset) ? offset - 1 : offset;
  const to = Math.min(text.length, offset + limit);
  return { text: text.slice(from, isLow(text, to) ? to - 1 : to), offset: from };
}

/** Replaces surrogates without a partner, which no UTF-8 text can hold, by U+FFFD. */
export function repairSurrogates(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}

/** Whether cutting before `index` would split a pair. */
function isLow(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  const unit = text.charCodeAt(index);
  if (unit < 0xdc00 || unit > 0xdfff) return false;
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
