import { call } from './host';

let prepared = false;

/** The person begins to write: the host loads what the first turn needs meanwhile. */
export function prepareTurn(): void {
  if (prepared) return;
  prepared = true;
  void call('session.prepare', {}).catch(() => {
    prepared = false;
  });
}
