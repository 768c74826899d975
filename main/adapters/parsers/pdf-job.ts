import { z } from 'zod';

/** What goes to the worker that reads a PDF, and what comes back. */
export const pdfJobSchema = z.object({
  bytes: z.instanceof(Uint8Array),
  pages: z.object({ from: z.number(), to: z.number() }).optional(),
});

export const pdfAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), text: z.object({ pages: z.array(z.string()), total: z.number() }) }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

export type PdfAnswer = z.infer<typeof pdfAnswerSchema>;
