import { z } from 'zod';

const textSchema = z.union([z.string(), z.array(z.string())]);
const outputSchema = z.looseObject({
  output_type: z.string().optional(),
  text: textSchema.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});
const notebookSchema = z.looseObject({
  cells: z.array(
    z.looseObject({ id: z.string().optional(), cell_type: z.string(), source: textSchema, outputs: z.array(outputSchema).optional() }),
  ),
});

/** The cells of a Jupyter notebook with their text outputs, as text. Undefined when it is none. */
export function readNotebook(json: string): string | undefined {
  const parsed = notebookSchema.safeParse(parseJson(json));
  if (!parsed.success) return undefined;
  return parsed.data.cells
    .map((cell, index) => {
      const name = `<cell id="${cell.id ?? `cell-${index}`}" type="${cell.cell_type}">`;
      const outputs = (cell.outputs ?? []).map(outputText).filter((text) => text !== '');
      const shown = outputs.length === 0 ? '' : `\n<output>\n${outputs.join('\n')}\n</output>`;
      return `${name}\n${joined(cell.source)}${shown}\n</cell>`;
    })
    .join('\n');
}

function outputText(output: z.infer<typeof outputSchema>): string {
  if (output.text !== undefined) return joined(output.text).trimEnd();
  if (output.ename !== undefined) return `${output.ename}: ${output.evalue ?? ''}`;
  const plain = textSchema.safeParse(output.data?.['text/plain']);
  if (plain.success) return joined(plain.data).trimEnd();
  const kinds = Object.keys(output.data ?? {});
  return kinds.length === 0 ? '' : `[${kinds.join(', ')}]`;
}

function joined(text: string | string[]): string {
  return typeof text === 'string' ? text : text.join('');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
