import type { ServerLaunch } from '../../core/mcp/server-connection';

export type StdioLaunch = Extract<ServerLaunch, { type: 'stdio' }>;
export type HttpLaunch = Extract<ServerLaunch, { type: 'http' | 'sse' }>;
