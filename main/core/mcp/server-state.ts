import type { z } from 'zod';
import type { serverStateFileSchema } from './server-state-file';

export type ServerStateFile = z.infer<typeof serverStateFileSchema>;
export const SERVER_STATE_VERSION: ServerStateFile['version'] = 1;
/** What the host keeps of the servers of one folder. */
export type FolderState = ServerStateFile['folders'][string];

export const NO_STATE: FolderState = { approved: {}, rejected: {}, disabled: [], options: {}, tools: {} };
