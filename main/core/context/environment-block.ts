import type { ModelInfo } from '../../../shared/model/config';
import type { EnvironmentFacts } from './context-deps';

/** ISO date of a time in milliseconds, where the person is. */
export function isoDate(now: number): string {
  const date = new Date(now);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Origin 3, as it stands when the session starts; later changes arrive as reminders. */
export function describeEnvironment(facts: EnvironmentFacts, folder: string, model: ModelInfo, now: number): string {
  return [
    '# Environment when the session started',
    `Project folder: ${folder}`,
    `Platform: ${facts.platform} (${facts.osVersion})`,
    `Shell: ${facts.shell}`,
    `Date: ${isoDate(now)}`,
    `Model: ${model.name} (${model.id})`,
    `Language of the interface: ${facts.language}`,
  ].join('\n');
}
