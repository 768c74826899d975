import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { imageSize } from 'image-size';
import { workerPath } from '../files/app-root';
import { pdfAnswerSchema } from './pdf-job';
import { type PdfText, readPdfText } from './read-pdf-text';
import type { DocumentReader } from '../../core/ports';

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' };
/** First bytes of those types: most files are none of them, and the library tries one type after the other. */
const FIRST_BYTES = new Set([0x89, 0xff, 0x47, 0x52]);
const WORKER_MEMORY_MB = 512;
const TIMEOUT_MS = 60_000;

export interface DocumentReaderOptions {
  /** File of the worker that reads PDFs; without one they are read on this thread. Defaults to the bundled one, where it is built. */
  pdfWorker?: string;
}

export function createDocumentReader(options: DocumentReaderOptions = {}): DocumentReader {
  return {
    pdfText(bytes, pages) {
      const worker = options.pdfWorker ?? workerPath('read-pdf');
      return existsSync(worker) ? readInWorker(worker, bytes, pages) : readPdfText(bytes, pages);
    },
    imageSize(bytes) {
      if (!FIRST_BYTES.has(bytes[0] ?? 0)) return undefined;
      try {
        const { type, width, height } = imageSize(bytes);
        const mediaType = MEDIA_TYPES[type ?? ''];
        return mediaType === undefined ? undefined : { mediaType, width, height };
      } catch {
        return undefined;
      }
    },
  };
}

/** A large PDF takes seconds and much memory: both are bounded, and this thread stays free. */
function readInWorker(file: string, bytes: Uint8Array, pages: { from: number; to: number } | undefined): Promise<PdfText> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, {
      workerData: { bytes, pages },
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
      env: {},
    });
    const timer = setTimeout(() => fail(new Error(`it takes longer than ${TIMEOUT_MS / 1000} s to read`)), TIMEOUT_MS);
    const finish = () => {
      clearTimeout(timer);
      void worker.terminate();
    };
    const fail = (error: Error) => {
      finish();
      reject(error);
    };
    worker.once('message', (message: unknown) => {
      const answer = pdfAnswerSchema.parse(message);
      if (!answer.ok) {
        fail(new Error(answer.message));
        return;
      }
      finish();
      resolve(answer.text);
    });
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error('the reader ended without an answer')));
  });
}
