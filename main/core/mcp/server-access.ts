import type { AsideModel } from '../tools/tool';
import type { OfferedTool } from './offer-tools';
import type { QuestionHooks } from './question-hooks';
import type { CallOptions, ServerContent, ServerResource, ServerResourceTemplate, ServerToolResult } from './server-connection';

/** Who calls, so that what a server asks meanwhile reaches the right session. */
export interface ServerCaller {
  session: string;
  item: string;
  agent: string;
  /** What answers where the server asks for a model; absent: nothing does. */
  asideModel?: AsideModel | undefined;
  /** What speaks around its questions; absent: nothing does. */
  questionHooks?: QuestionHooks | undefined;
}

/** A server's resources as they were last listed. */
export interface ListedResources {
  server: string;
  resources: readonly ServerResource[];
  templates: readonly ServerResourceTemplate[];
}

/** The servers of a folder, as the tools of a session use them. What rejects, rejects with a `ServerError`. */
export interface ServerAccess {
  /** Tools of servers that are connected, or were and are coming back, in the order of the servers. */
  tools(): readonly OfferedTool[];
  /** Milliseconds for one call of a server. */
  timeoutOf(server: string): number;
  call(tool: OfferedTool, input: Readonly<Record<string, unknown>>, caller: ServerCaller, options: CallOptions): Promise<ServerToolResult>;
  resources(): readonly ListedResources[];
  readResource(server: string, uri: string, caller: ServerCaller, options: CallOptions): Promise<ServerContent[]>;
  /** Servers that are not connected, with words on why. */
  absent(): ReadonlyArray<{ server: string; why: string }>;
}
