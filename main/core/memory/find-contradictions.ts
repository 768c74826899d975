import type { MemoryFinding } from '../../../shared/model/memory';
import type { Order } from './read-order';

/** What may follow a choice without making it narrower. */
const TAILS: Record<string, string> = {
  indentation: '(?: (?:for )?(?:code )?indentation| to indent| (?:not|instead of|over) (?:tabs?|spaces?)){0,2}',
  packages:
    '(?: as (?:our )?package manager| for (?:all )?(?:dependencies|packages|package management)| (?:not|instead of|over) (?:npm|yarn|pnpm|bun)){0,2}',
  quotes: '(?: for strings| (?:not|instead of|over) (?:single|double)(?:[- ]quotes?)?){0,2}',
};

/** Choices of which one excludes the others, each where a sentence is about nothing narrower. The first group is what is chosen. */
const CHOICES: readonly RegExp[] = [
  new RegExp(`^(?:use|prefer|indent with) (?:\\d )?(tab|space)s?${TAILS['indentation']}$`),
  new RegExp(`^(?:use|prefer|indent with) (\\d)[- ]spaces?${TAILS['indentation']}$`),
  new RegExp(`^(?:use|prefer) (npm|yarn|pnpm|bun)${TAILS['packages']}$`),
  new RegExp(`^(?:use|prefer) (single|double)[- ]quotes?${TAILS['quotes']}$`),
  /^(?:answer|reply|respond)(?: to (?:me|person|user))? in (english|japanese|german|french|spanish|chinese|korean)$/,
];

interface Pick {
  order: Order;
  /** Which of the choices, by its number, and what was chosen. */
  about: number;
  chosen: string;
}

/**
 * Sentences of different files that cannot both be followed. Only what its form makes certain: the same deed wanted and forbidden, or two
 * choices that exclude each other, under the same condition.
 */
export function findContradictions(orders: readonly Order[]): MemoryFinding[] {
  return [...opposites(orders), ...rivals(orders)];
}

function opposites(orders: readonly Order[]): MemoryFinding[] {
  const wanted = new Map<string, Order>();
  for (const order of orders) if (order.wanted && !wanted.has(keyOf(order))) wanted.set(keyOf(order), order);
  return orders.flatMap((order) => {
    const other = order.wanted ? undefined : wanted.get(keyOf(order));
    return other === undefined || other.sentence.file === order.sentence.file ? [] : [contradiction(order, other)];
  });
}

function rivals(orders: readonly Order[]): MemoryFinding[] {
  const first = new Map<string, Pick>();
  const found = orders.map((order) => {
    for (const pick of picksOf(order)) {
      const key = `${pick.about} ${order.sentence.when ?? ''}`;
      const known = first.get(key);
      if (known === undefined) first.set(key, pick);
      else if (known.chosen !== pick.chosen && known.order.sentence.file !== order.sentence.file) return contradiction(order, known.order);
    }
    return undefined;
  });
  return found.filter((finding) => finding !== undefined);
}

function picksOf(order: Order): Pick[] {
  if (!order.wanted) return [];
  return CHOICES.flatMap((form, about) => {
    const chosen = form.exec(order.deed)?.[1];
    return chosen === undefined ? [] : [{ order, about, chosen }];
  });
}

function keyOf({ deed, sentence }: Order): string {
  return `${sentence.when ?? ''}\n${deed}`;
}

function contradiction({ sentence }: Order, { sentence: other }: Order): MemoryFinding {
  return {
    code: 'memory-contradiction',
    severity: 'warning',
    file: sentence.file,
    line: sentence.line,
    words: sentence.words,
    other: { file: other.file, line: other.line, words: other.words },
  };
}
