import { editDistance } from './edit-distance';

/** The name of a list that `name` was probably meant to be: letter case does not count, and a third of the letters may be wrong. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  return best !== undefined && best.distance <= Math.ceil(name.length / 3) ? best.name : undefined;
}
