/** A JSON object or array, as against a plain value or nothing. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
