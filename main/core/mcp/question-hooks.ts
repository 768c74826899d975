import type { ElicitAnswer, ElicitRequest } from './server-connection';

/** Hooks around what a server asks the person for while one of its tools runs. Never reject but for a failing log. */
export interface QuestionHooks {
  /** The answer of hooks in the person's place; undefined: the person is asked. */
  before(server: string, request: ElicitRequest): Promise<ElicitAnswer | undefined>;
  /** What goes to the server in the place of an answer. */
  after(server: string, request: ElicitRequest, answer: ElicitAnswer): Promise<ElicitAnswer>;
}
