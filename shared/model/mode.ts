import { z } from 'zod';
import { MODES } from './modes';

export const modeSchema = z.enum(MODES);
export type Mode = z.infer<typeof modeSchema>;
