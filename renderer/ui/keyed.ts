/** Gives the entries of a list that only grows at its end keys for React: their places. */
export function keyed<T>(list: readonly T[]): { key: string; value: T }[] {
  return list.map((value, index) => ({ key: String(index), value }));
}
