import type { ItemView } from '../../shared/model/item';

/** Bodies of items by id, least recently added first. */
export type Views = Record<string, ItemView>;

const MAX_VIEWS = 500;

/** Adds views and drops the oldest beyond the bound. */
export function addViews(views: Views, added: readonly ItemView[]): Views {
  const next = { ...views };
  for (const view of added) {
    delete next[view.item.id];
    next[view.item.id] = view;
  }
  const ids = Object.keys(next);
  for (const id of ids.slice(0, Math.max(0, ids.length - MAX_VIEWS))) delete next[id];
  return next;
}
