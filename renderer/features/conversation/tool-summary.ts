/** What a call is about in one line, from its input and without words of any language: a path, a command, a pattern. */
export function toolSummary(input: unknown, folder: string | undefined): string {
  if (typeof input !== 'object' || input === null) return '';
  const values = new Map(Object.entries(input));
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const command = text('command');
  if (command !== undefined) return firstLine(command);
  const path = text('file_path') ?? text('notebook_path');
  if (path !== undefined) return relative(path, folder) + lineRange(values.get('offset'), values.get('limit'));
  const pattern = text('pattern');
  const where = text('path') ?? text('glob');
  if (pattern !== undefined) return where ? `${pattern}  ${relative(where, folder)}` : pattern;
  const plan = text('plan');
  if (plan !== undefined) return planTitle(plan);
  const other = text('url') ?? text('skill') ?? text('description') ?? text('query') ?? text('prompt');
  return other === undefined ? '' : firstLine(other);
}

export function inputCommand(input: unknown): string | undefined {
  return typeof input === 'object' && input !== null && 'command' in input && typeof input.command === 'string' ? input.command : undefined;
}

export function inputPlan(input: unknown): string | undefined {
  return typeof input === 'object' && input !== null && 'plan' in input && typeof input.plan === 'string' ? input.plan : undefined;
}

/** The first line that says something, without the marks of a heading. */
function planTitle(plan: string): string {
  const line = plan.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.replace(/^\s*#{1,6}\s+/, '').trim();
}

function firstLine(text: string): string {
  const [line = '', ...rest] = text.split('\n');
  return rest.length > 0 ? `${line} ⋯` : line;
}

export function relative(path: string, folder: string | undefined): string {
  return folder && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

function lineRange(offset: unknown, limit: unknown): string {
  if (typeof offset !== 'number' && typeof limit !== 'number') return '';
  const from = typeof offset === 'number' ? offset : 1;
  return typeof limit === 'number' ? `:${from}–${from + limit - 1}` : `:${from}–`;
}
