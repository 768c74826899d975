/**
 * The idempotency key of a call: the same for the same tool, the same input however its fields are ordered, and the same place.
 * A call's state is no part of it: whether an equal call is a repetition is told by what happened since (`repeated-calls.ts`).
 */
export function callKey(tool: string, input: unknown, place: string, hash: (bytes: Uint8Array) => string): string {
  return hash(new TextEncoder().encode(JSON.stringify([tool, place, sortFields(input)]))).slice(0, 32);
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sortFields(inner)]),
  );
}
