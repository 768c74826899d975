import { imageSize } from 'image-size';
import type { DocumentReader } from '../../core/ports';

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' };

export function createDocumentReader(): DocumentReader {
  return {
    async pdfText(bytes, pages) {
      // Loaded when the first PDF is read: it is large.
      const { getDocumentProxy } = await import('unpdf');
      // The parser takes over the buffer that it is given.
      const document = await getDocumentProxy(new Uint8Array(bytes), { useSystemFonts: false, verbosity: 0 });
      try {
        const total = document.numPages;
        const texts: string[] = [];
        const last = Math.min(pages?.to ?? total, total);
        for (let number = pages?.from ?? 1; number <= last; number += 1) {
          const page = await document.getPage(number);
          const content = await page.getTextContent();
          texts.push(joinItems(content.items));
          page.cleanup();
        }
        return { pages: texts, total };
      } finally {
        await document.loadingTask.destroy();
      }
    },
    imageSize(bytes) {
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

function joinItems(items: ReadonlyArray<object>): string {
  let text = '';
  for (const item of items) {
    if ('str' in item && typeof item.str === 'string') text += item.str;
    if ('hasEOL' in item && item.hasEOL === true) text += '\n';
  }
  return text;
}
