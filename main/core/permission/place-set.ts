import { isAbsolute, normalize } from 'node:path/posix';
import type { Place, ShellWord } from './parsed-command';

const MOST_PLACES = 8;
/** Names with nothing to resolve. */
const PLAIN_STEP = /^(?!\.{1,2}(?:\/|$))[^/]+(?:\/(?!\.{1,2}(?:\/|$))[^/]+)*$/;
/** Nobody writes a longer way by hand. */
const LONGEST_WAY = 500;

/** The folders in which a command may run, as far as `cd` in front of it tells. Immutable. */
export class PlaceSet {
  readonly #places: readonly Place[];

  private constructor(places: readonly Place[]) {
    this.#places = places;
  }

  static of(places: readonly Place[]): PlaceSet {
    return new PlaceSet(places);
  }

  list(): readonly Place[] {
    return this.#places;
  }

  plus(other: PlaceSet): PlaceSet {
    if (other === this || other.#places.every((place) => this.#places.includes(place))) return this;
    const more = other.#places.filter((place) => !this.#places.includes(place));
    if (this.#places.length + more.length > MOST_PLACES) return this.plusUnknown();
    return new PlaceSet([...this.#places, ...more]);
  }

  plusUnknown(): PlaceSet {
    return this.#places.includes(undefined) ? this : new PlaceSet([...this.#places, undefined]);
  }

  moved(step: string | undefined): PlaceSet {
    return new PlaceSet([...new Set(this.#places.map((place) => movedPlace(place, step)))]);
  }
}

/** Where the shell is after a statement: when it succeeded, and when it failed. */
export class Outcome {
  readonly ok: PlaceSet;
  readonly failed: PlaceSet;

  constructor(ok: PlaceSet, failed: PlaceSet) {
    this.ok = ok;
    this.failed = failed;
  }

  static both(places: PlaceSet): Outcome {
    return new Outcome(places, places);
  }

  either(): PlaceSet {
    return this.ok.plus(this.failed);
  }

  /** `&&` and `||`. */
  andThen(operator: string, next: (from: PlaceSet) => Outcome): Outcome {
    if (operator === '&&') {
      const after = next(this.ok);
      return new Outcome(after.ok, this.failed.plus(after.failed));
    }
    const after = next(this.failed);
    return new Outcome(this.ok.plus(after.ok), after.failed);
  }
}

/** Where a `cd` goes: a folder, or undefined when that cannot be told; `no move` for every other command. */
export function findMove(words: readonly ShellWord[]): { step: string | undefined } | 'no move' {
  let at = 0;
  while (/^[A-Za-z_]\w*\+?=/.test(words[at]?.raw ?? '') || words[at]?.text === 'builtin' || words[at]?.text === 'command') at += 1;
  const program = words[at]?.text;
  if (program === 'popd') return { step: undefined };
  if (program !== 'cd' && program !== 'pushd' && program !== 'chdir') return 'no move';
  const args = words.slice(at + 1).filter((word) => !/^-[Le@]+$/.test(word.text) && word.text !== '--');
  const [target] = args;
  if (target === undefined) return { step: program === 'cd' ? '~' : undefined };
  const certain = args.length === 1 && !target.opaque && !target.glob && !/^[-+]/.test(target.text) && !/^~[^/]/.test(target.text);
  return { step: certain && target.text !== '' ? target.text : undefined };
}

/** Whether two commands run in the same folders. */
export function isSamePlace(places: readonly Place[], others: readonly Place[]): boolean {
  return places === others || (places.length === others.length && places.every((place, index) => place === others[index]));
}

/** The shell takes `..` off the name by which it came to a folder. */
function movedPlace(place: Place, step: string | undefined): Place {
  // What is below /proc leads to where the shell is then.
  if (step === undefined || step.startsWith('/proc/')) return undefined;
  const moved =
    /^(?:~(?:\/|$)|[A-Za-z]:[\\/])/.test(step) || isAbsolute(step) ? step : place === undefined ? undefined : joinStep(place, step);
  return moved === undefined || moved.length > LONGEST_WAY ? undefined : moved;
}

function joinStep(place: string, step: string): string {
  // What lies above home is known where home is.
  if (place.startsWith('~')) return `${place}/${step}`;
  if (PLAIN_STEP.test(step)) return place === '.' ? step : `${place}/${step}`;
  return normalize(`${place}/${step}`).replace(/(?<=.)\/$/, '');
}
