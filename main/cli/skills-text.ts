import type { SkillEntry, SkillPreview, TriggerOutcome } from '../../shared/model/skill-report';

export interface TestedPrompt {
  prompt: string;
  /** Whether the skill should be asked for. */
  wanted: boolean;
  outcomes: TriggerOutcome[];
}

export function describeEntry({ name, argumentHint, scope, form, description, state, by, modelInvocable, listed }: SkillEntry): string {
  const marks = [
    form === 'command' ? `${scope} command` : scope,
    state === 'in-force' ? '' : `${state}${by === undefined ? '' : ` by ${by}`}`,
    modelInvocable ? '' : 'only people',
    listed === 'cut' ? 'listed by name only' : '',
  ].filter((mark) => mark !== '');
  return `/${name}${argumentHint === undefined ? '' : ` ${argumentHint}`}  (${marks.join(', ')})  ${description}\n`;
}

export function describePreview(entry: SkillEntry, preview: SkillPreview): string {
  const lines = [
    `/${entry.name}  ${entry.scope}  ${entry.path}`,
    '',
    preview.modelInvocable
      ? `In the list (about ${preview.lineTokens} tokens):\n${preview.line}`
      : 'Not in the list: only people may run it.',
    '',
    `Its text (about ${preview.bodyTokens} tokens):`,
    preview.body.trimEnd(),
    ...(preview.files.length === 0 ? [] : ['', 'Beside it:', ...preview.files.map(({ path, size }) => `${path}  ${size} bytes`)]),
  ];
  return `${lines.join('\n')}\n`;
}

export function describeOutcome({ prompt, wanted, outcomes }: TestedPrompt): string {
  const fired = outcomes.filter((outcome) => outcome.fired).length;
  const failure = outcomes.find((outcome) => outcome.failure !== undefined)?.failure;
  const others = [...new Set(outcomes.flatMap(({ called }) => called))].join(', ');
  const right = failure === undefined && (wanted ? fired === outcomes.length : fired === 0);
  const what = failure ?? `${fired} of ${outcomes.length}${others === '' ? '' : `, asked for ${others}`}`;
  return `${right ? 'ok  ' : 'not '}  ${wanted ? 'should    ' : 'should not'}  ${prompt}  (${what})\n`;
}

/** Runs, not prompts: a prompt that was sent five times counts five times. */
export function summariseTest(tested: readonly TestedPrompt[]) {
  const runs = tested.flatMap(({ wanted, outcomes }) =>
    outcomes.map(({ fired, failure }) => ({ wanted, fired, failed: failure !== undefined })),
  );
  const count = (holds: (run: (typeof runs)[number]) => boolean): number => runs.filter(holds).length;
  const should = count(({ wanted }) => wanted);
  const shouldNot = runs.length - should;
  const fired = count((run) => run.wanted && run.fired);
  const misfired = count((run) => !run.wanted && run.fired);
  return { should, fired, shouldNot, misfired, wrong: should - fired + misfired + count((run) => !run.wanted && run.failed) };
}
