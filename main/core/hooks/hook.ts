import type { HookPlace, HookSkip } from '../../../shared/model/hook-run';
import type { ParsedRule } from '../permission/rule';
import type { HookEventName } from './hook-events';
import type { HookMatcher } from './hook-matcher';

interface Common {
  /** Seconds. */
  timeout?: number | undefined;
  statusMessage?: string | undefined;
  once?: boolean | undefined;
}

/** A handler with the fields of its type, as a settings file has them. */
export type HookHandler = Common &
  (
    | {
        type: 'command';
        command: string;
        /** Present: the program is started as it is, without a shell. */
        args?: string[] | undefined;
        /** What reads the command; absent: bash, or sh where there is none. */
        shell?: 'bash' | 'powershell' | undefined;
        async?: boolean | undefined;
        asyncRewake?: boolean | undefined;
        onFailure?: 'block' | 'ignore' | undefined;
      }
    | {
        type: 'http';
        url: string;
        headers?: Record<string, string> | undefined;
        allowedEnvVars?: string[] | undefined;
        onFailure?: 'block' | 'ignore' | undefined;
      }
    | { type: 'mcp_tool'; server: string; tool: string; input?: unknown; onFailure?: 'block' | 'ignore' | undefined }
    | { type: 'prompt'; prompt: string; model?: string | undefined; continueOnBlock?: boolean | undefined }
    | { type: 'agent'; prompt: string; model?: string | undefined }
  );

/** One handler with its event, its conditions and its place. */
export interface Hook {
  /** Equal for the same handler, matcher and event of the same file, whatever its line; two equal ones count up. */
  id: string;
  event: HookEventName;
  /** Keys and indexes that lead to it inside `hooks`. */
  path: ReadonlyArray<string | number>;
  place: HookPlace;
  matcher: HookMatcher;
  /** The matcher as written; empty: all. */
  matcherText: string;
  rule?: { text: string; parsed: ParsedRule } | undefined;
  handler: HookHandler;
  /** The handler as the file has it. */
  written: Record<string, unknown>;
  /** Why it is off, whatever happens. */
  off?: HookSkip | undefined;
}

/** Hooks from the frontmatter of a skill (until the session ends) or a sub-agent (while it runs). */
export interface HookSource {
  scope: 'skill' | 'agent';
  name: string;
  /** Absolute path of the Markdown file, and its text. */
  file: string;
  text: string;
  /** False: the file is the project's, and the folder is not trusted. */
  trusted: boolean;
  /** The file is one of whoever manages the machine. */
  managed?: boolean;
}

/** What a handler is, in one line. */
export function describeHandler(handler: HookHandler): string {
  switch (handler.type) {
    case 'command':
      return [handler.command, ...(handler.args ?? [])].join(' ').replace(/\s+/g, ' ').trim();
    case 'http':
      return handler.url;
    case 'mcp_tool':
      return `${handler.server}/${handler.tool}`;
    case 'prompt':
    case 'agent':
      return handler.prompt.replace(/\s+/g, ' ').trim();
  }
}
