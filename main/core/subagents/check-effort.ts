import type { ModelInfo } from '../../../shared/model/config';
import { fitEffort } from '../../../shared/model/effort';
import type { Diagnostic } from '../../../shared/model/permission';
import { sayAgent } from './agent-words';
import type { AgentDefinition } from './definition';

/** An effort that the agent's model is not told as the definition says it. */
export function checkEffort({ effort, source }: AgentDefinition, model: Pick<ModelInfo, 'name' | 'efforts'>): Diagnostic[] {
  if (effort === undefined || source.file === undefined) return [];
  const sent = fitEffort(effort.level, model.efforts ?? []);
  if (sent === effort.level) return [];
  const about = { model: model.name, wanted: effort.level };
  const said = sent === undefined ? sayAgent('effort-none', about) : sayAgent('effort', { ...about, sent });
  return [{ code: 'agent-effort', severity: 'info', ...said, file: source.file, line: effort.line }];
}
