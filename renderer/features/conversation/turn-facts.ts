import type { ItemView } from '../../../shared/model/item';
import { inputCommand } from './tool-summary';

export interface TurnFacts {
  /** Files that the agent's file tools wrote, each once, with its sums. */
  files: { path: string; added: number; removed: number; undone: boolean }[];
  /** Commands that may have changed something that undo does not know of. */
  shell: string[];
  /** Commands that check something, as they really ended. `exitCode` is absent when they did not end by themselves. */
  checks: { command: string; exitCode: number | undefined }[];
}

const CHECK =
  /(^|[\s;&|/])(tests?|test:\S+|vitest|jest|mocha|pytest|tox|rspec|lint\S*|eslint|biome|ruff|mypy|tsc|typecheck|types|check|build|compile|make|cargo|ctest|gradle|mvn)(\.\w+)?($|[\s;&|])|\bgo (test|vet|build)\b/;

/** What a turn did, from its tool calls and nothing else. */
export function turnFacts(turn: string, views: readonly ItemView[], undone: readonly string[]): TurnFacts {
  const files = new Map<string, TurnFacts['files'][number]>();
  const shell: string[] = [];
  const checks: TurnFacts['checks'] = [];
  for (const { item, input } of views) {
    if (item.kind !== 'tool-call' || item.turn !== turn) continue;
    if (item.display?.type === 'change') {
      const { path, added, removed } = item.display.change;
      const held = files.get(path);
      files.set(path, {
        path,
        added: (held?.added ?? 0) + added,
        removed: (held?.removed ?? 0) + removed,
        undone: undone.includes(`${turn}:${path}`),
      });
    }
    if (item.display?.type === 'shell') {
      const command = item.action?.command ?? inputCommand(input) ?? item.name;
      if (item.decision?.builtin !== 'read-only-command') shell.push(command);
      if (CHECK.test(command)) checks.push({ command, exitCode: item.display.exitCode });
    }
  }
  return { files: [...files.values()], shell, checks };
}
