import type { Diagnostic } from '../../../shared/model/permission';
import { plainLine } from '../../../shared/text/plain-line';
import { sayFile } from './file-words';

/** Hidden characters, what would end the place where the name is shown, and what would lead out of the folder for its files. */
export const BAD_NAME = /^-|^\.+$|[:<>/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** What would forge a line where a path is shown, or hide a part of it. */
export const HIDDEN_IN_PATH = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Names no file: nobody could open it by a path that is fit to be shown. */
export function badName(path: string): Diagnostic {
  return {
    code: 'bad-name',
    severity: 'warning',
    ...sayFile('bad-name', { path: plainLine(path) }),
  };
}
