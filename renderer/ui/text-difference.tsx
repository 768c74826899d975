import { createTwoFilesPatch } from 'diff';
import { useMemo } from 'react';
import { Diff } from './diff';

/** Beyond this many edited lines the texts count as unrelated, so that comparing never takes long. */
const MOST_EDITS = 2_000;

/** What leads from one text to another, line by line. */
export function TextDifference({
  before,
  after,
  name,
  className = 'max-h-72',
}: {
  before: string;
  after: string;
  name: string;
  className?: string;
}) {
  const patch = useMemo(() => patchOf(before, after), [before, after]);
  return <Diff patch={patch} name={name} className={className} />;
}

function patchOf(before: string, after: string): string {
  const made = createTwoFilesPatch('a', 'b', before, after, undefined, undefined, { context: 3, maxEditLength: MOST_EDITS });
  if (made !== undefined) return made;
  const lines = (mark: string, text: string) => text.split('\n').map((line) => mark + line);
  const [old, now] = [lines('-', before), lines('+', after)];
  return [`@@ -1,${old.length} +1,${now.length} @@`, ...old, ...now].join('\n');
}
