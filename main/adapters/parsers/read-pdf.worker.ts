import { parentPort, workerData } from 'node:worker_threads';
import { type PdfAnswer, pdfJobSchema } from './pdf-job';
import { readPdfText } from './read-pdf-text';

const { bytes, pages } = pdfJobSchema.parse(workerData);
readPdfText(bytes, pages).then(
  (text) => answer({ ok: true, text }),
  (error: unknown) => answer({ ok: false, message: error instanceof Error ? error.message : String(error) }),
);

function answer(message: PdfAnswer): void {
  parentPort?.postMessage(message);
}
