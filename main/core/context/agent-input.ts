/** What an agent is told by another one: its task, a message, or how an agent in the background ended. */
export interface AgentInput {
  /** Path of the agent that it is from. */
  from: string;
  as: 'task' | 'message' | 'result';
  text: string;
  /** Of a result: what the host says about it. */
  heading?: string;
}
