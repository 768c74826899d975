export interface PdfText {
  pages: string[];
  total: number;
}

/** Text of the pages of a PDF, 1-based. Rejects with the parser's words on what is no PDF. */
export async function readPdfText(bytes: Uint8Array, pages?: { from: number; to: number }): Promise<PdfText> {
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
}

function joinItems(items: ReadonlyArray<object>): string {
  let text = '';
  for (const item of items) {
    if ('str' in item && typeof item.str === 'string') text += item.str;
    if ('hasEOL' in item && item.hasEOL === true) text += '\n';
  }
  return text;
}
