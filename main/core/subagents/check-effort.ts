import type { ModelInfo } from '../../../shared/model/config';
import { fitEffort } from '../../../shared/model/effort';
import type { Diagnostic } from '../../../shared/model/permission';
import type { AgentDefinition } from './definition';

/** An effort that the agent's model is not told as the definition says it. */
export function checkEffort({ effort, source }: AgentDefinition, model: Pick<ModelInfo, 'name' | 'efforts'>): Diagnostic[] {
  if (effort === undefined || source.file === undefined) return [];
  const sent = fitEffort(effort.level, model.efforts ?? []);
  if (sent === effort.level) return [];
  const instead = sent === undefined ? 'nothing is sent' : `${sent} is sent`;
  const message = `effort: ${model.name} is not known to take ${effort.level}; ${instead}.`;
  return [{ code: 'agent-effort', severity: 'info', message, file: source.file, line: effort.line }];
}
