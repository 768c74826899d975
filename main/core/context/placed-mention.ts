import type { PlacedPart } from '../../../shared/model/part';
import type { Diagnostic } from '../../../shared/model/permission';

/** What became of something that a message names; nothing for a word that names nothing. */
export interface PlacedMention {
  placed?: PlacedPart;
  read?: { path: string; hash: string };
  diagnostic?: Diagnostic;
}
