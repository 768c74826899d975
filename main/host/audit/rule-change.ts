import type { AuditSubject } from '../../../shared/model/audit';
import type { PlannedEdits } from '../../core/permission/matrix/plan-edits';
import { unifiedDiff } from '../../core/tools/unified-diff';

/** A change of rules by the person: the lines that came and went. `to` is what was written, `before` when a change is undone. */
export function ruleChange({ files, session }: PlannedEdits, id: string | undefined, to: 'before' | 'after'): AuditSubject {
  const from = to === 'after' ? 'before' : 'after';
  const lines = [...files].flatMap(([path, texts]) => changedLines(unifiedDiff(path, texts[from], texts[to] ?? '').patch));
  const [added, removed] = to === 'after' ? [session.add, session.remove] : [session.remove, session.add];
  const own = [...removed.map((rule) => `- allow ${rule}`), ...added.map((rule) => `+ allow ${rule}`)];
  return {
    kind: 'rules',
    by: { kind: 'person' },
    ...(id === undefined ? {} : { session: id }),
    summary: [...lines, ...own].join('\n'),
    ...(files.size === 0 ? {} : { paths: [...files.keys()] }),
  };
}

function changedLines(patch: string): string[] {
  return patch.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line));
}
