import type { ItemView } from '../../shared/model/item';

/** Bodies of items by id, least recently added first. */
export type Views = ReadonlyMap<string, ItemView>;

const MAX_VIEWS = 500;

/** Adds views and drops the oldest beyond the bound. */
export function addViews(views: Views, added: readonly ItemView[]): Views {
  const next = new Map(views);
  for (const view of added) {
    next.delete(view.item.id);
    next.set(view.item.id, view);
  }
  for (const id of next.keys()) {
    if (next.size <= MAX_VIEWS) break;
    next.delete(id);
  }
  return next;
}

export function dropView(views: Views, item: string): Views {
  if (!views.has(item)) return views;
  const next = new Map(views);
  next.delete(item);
  return next;
}
