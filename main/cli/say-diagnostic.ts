import type { Diagnostic } from '../../shared/model/permission';
import { plainLine } from '../../shared/text/plain-line';
import type { Output } from './output';

/** A problem in one line, whatever the files that it is about are called. */
export function sayDiagnostic({ message, file, line, suggestion }: Diagnostic, output: Pick<Output, 'note'>): void {
  const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  const hint = suggestion === undefined ? '' : ` Perhaps: ${suggestion}`;
  output.note(plainLine(`vitrine: ${message}${hint}${place}`));
}
