import type { FiringRecord, HookView } from '../../shared/contract/hook-methods';
import type { Result } from '../../shared/contract/methods';
import type { HookFiring, HookRun } from '../../shared/model/hook-run';
import type { Diagnostic } from '../../shared/model/permission';

export function describeHooks({ hooks, files }: Result<'hooks.list'>): string {
  if (hooks.length === 0) return `No hooks. They are read from:\n${files.map(({ path }) => `  ${path}\n`).join('')}`;
  return hooks.map(describeHook).join('');
}

function describeHook({ event, matcher, type, label, place, off, id }: HookView): string {
  const where = `${place.file}:${place.line}`;
  return `${event}${matcher === '' ? '' : ` (${matcher})`}  ${type}: ${label}\n  ${id}  ${place.scope}  ${where}${off === undefined ? '' : `  off: ${off}`}\n`;
}

export function describeProblem({ severity, message, file, line, suggestion }: Diagnostic): string {
  const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  return `${severity}: ${message}${place}${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`;
}

export function describeFirings(firings: readonly FiringRecord[]): string {
  return firings.map((firing) => `${firing.at}  ${describeFiring(firing)}`).join('');
}

export function describeFiring({ event, about, hooks, decision, stops }: HookFiring): string {
  const result = [decision, stops === true ? 'ends the turn' : undefined].filter((word) => word !== undefined).join(', ');
  return `${event}${about === undefined ? '' : ` (${about})`}${result === '' ? '' : `: ${result}`}\n${hooks.map(describeRun).join('')}`;
}

function describeRun({ label, source, matched, why, outcome, exitCode, durationMs, reason, problem, toModel, toPerson }: HookRun): string {
  const state = matched
    ? [
        outcome,
        exitCode === undefined ? undefined : `exit ${exitCode}`,
        durationMs === undefined ? undefined : `${Math.round(durationMs)} ms`,
      ]
    : ['did not run', why];
  const lines = [
    ['reason', reason],
    ['problem', problem],
    ['to the model', toModel],
    ['to you', toPerson],
  ].flatMap(([name, text]) => (text === undefined ? [] : [`    ${name}: ${text}\n`]));
  return `  ${label}  ${source.file}:${source.line}\n    ${state.filter((part) => part !== undefined).join(', ')}\n${lines.join('')}`;
}
