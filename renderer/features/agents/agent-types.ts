import type { Result } from '../../../shared/contract/methods';

/** The definitions of a folder, and one of them. */
export type Types = Result<'agents.types'>;
export type AgentType = Types['types'][number];
