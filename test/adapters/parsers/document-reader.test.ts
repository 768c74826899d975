import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../../main/adapters/parsers/document-reader';
import { bundleForNode, root } from '../../support/bundle-for-node.mjs';

const reader = createDocumentReader({ pdfWorker: 'none' });

/** A PDF with one line of text per page. */
function makePdf(texts: string[]): Uint8Array {
  const objects: string[] = [];
  const kids = texts.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  objects.push(
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  );
  texts.forEach((text, at) => {
    const stream = `BT /F1 24 Tf 50 700 Td (${text}) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  });
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = body.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(body);
}

describe('documents', () => {
  it('are read the same in a worker', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'worker-'));
    await bundleForNode(folder, { 'read-pdf': join(root, 'main/adapters/parsers/read-pdf.worker.ts') });
    const inWorker = createDocumentReader({ pdfWorker: join(folder, 'read-pdf.cjs') });
    expect(await inWorker.pdfText(makePdf(['one', 'two']), { from: 2, to: 2 })).toEqual({ pages: ['two'], total: 2 });
    await expect(inWorker.pdfText(new TextEncoder().encode('%PDF-1.4 nothing'))).rejects.toThrow('Invalid PDF');
  });

  it('give the text of all or some pages of a PDF, and leave the bytes alone', async () => {
    const bytes = makePdf(['first page', 'second page', 'third page']);
    const copy = bytes.slice();
    expect(await reader.pdfText(bytes)).toEqual({ pages: ['first page', 'second page', 'third page'], total: 3 });
    expect(await reader.pdfText(bytes, { from: 2, to: 9 })).toEqual({ pages: ['second page', 'third page'], total: 3 });
    expect(bytes).toEqual(copy);
    await expect(reader.pdfText(new TextEncoder().encode('%PDF-1.4 nothing'))).rejects.toThrow();
  });

  it('give type and size of the images that a model takes', () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const gif = Buffer.from('R0lGODlhAgADAIAAAAAAAP///yH5BAEAAAAALAAAAAACAAMAAAICRF4AOw==', 'base64');
    expect(reader.imageSize(png)).toEqual({ mediaType: 'image/png', width: 1, height: 1 });
    expect(reader.imageSize(gif)).toEqual({ mediaType: 'image/gif', width: 2, height: 3 });
    expect(
      reader.imageSize(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>')),
    ).toBeUndefined();
    expect(reader.imageSize(png.subarray(0, 12))).toBeUndefined();
    expect(reader.imageSize(new Uint8Array())).toBeUndefined();
  });
});
