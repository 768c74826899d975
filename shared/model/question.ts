import { z } from 'zod';

/** Input of AskUserQuestion, shown as a form; `other` is added by the interface. */
export const questionSchema = z.object({
  question: z.string().min(1),
  header: z.string().max(12),
  multiSelect: z.boolean().default(false),
  options: z
    .array(z.object({ label: z.string().min(1), description: z.string(), preview: z.string().optional() }))
    .min(2)
    .max(4),
});
export type Question = z.infer<typeof questionSchema>;

export const todoSchema = z.object({
  content: z.string().min(1),
  status: z.enum(['pending', 'in_progress', 'completed']),
  activeForm: z.string().min(1),
});
export type Todo = z.infer<typeof todoSchema>;
