/** The tools that the form has a field for; any other takes its input as JSON. */
export const FORM_TOOLS = ['Bash', 'Read', 'Edit', 'Write', 'WebFetch', 'other'] as const;
export type FormTool = (typeof FORM_TOOLS)[number];

export interface CheckDraft {
  tool: FormTool;
  /** Command line, path or address. */
  subject: string;
  /** The fields that the form does not show, of a call that was made: rules may be about them. */
  others?: Record<string, unknown>;
  /** Name and input of any other tool. */
  otherTool: string;
  json: string;
}

export type CheckQuestion = { tool: string; input: unknown } | { problem: 'empty' | 'no-tool' | 'json' };

/** A call as it was made. */
export interface MadeCall {
  tool: string;
  input: unknown;
}

const SUBJECTS = { Bash: 'command', Read: 'file_path', Edit: 'file_path', Write: 'file_path', WebFetch: 'url' } as const;

/** The draft that stands for a call, so that it can be asked about with other words or another mode. */
export function draftOf({ tool, input }: MadeCall): CheckDraft {
  const known = FORM_TOOLS.find((name) => name === tool);
  const fields = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : []);
  const subject: unknown = known === undefined || known === 'other' ? undefined : fields.get(SUBJECTS[known]);
  if (known !== undefined && known !== 'other' && typeof subject === 'string') {
    fields.delete(SUBJECTS[known]);
    return { tool: known, subject, others: Object.fromEntries(fields), otherTool: '', json: '' };
  }
  return { tool: 'other', subject: '', otherTool: tool, json: JSON.stringify(input ?? {}, undefined, 2) };
}

/** The call that a draft stands for. Paths are taken as written, relative to the folder. */
export function questionOf({ tool, subject, others = {}, otherTool, json }: CheckDraft, folder: string): CheckQuestion {
  if (tool === 'other') return otherQuestion(otherTool.trim(), json);
  const text = tool === 'Bash' ? subject : subject.trim();
  if (text.trim() === '') return { problem: 'empty' };
  const path = text.startsWith('/') || text.startsWith('~') || /^[A-Za-z]:/.test(text) ? text : `${folder}/${text}`;
  switch (tool) {
    case 'Bash':
      return { tool, input: { ...others, command: text } };
    case 'Read':
      return { tool, input: { ...others, file_path: path } };
    case 'Edit':
      return { tool, input: { old_string: 'a', new_string: 'b', ...others, file_path: path } };
    case 'Write':
      return { tool, input: { content: '', ...others, file_path: path } };
    case 'WebFetch':
      return { tool, input: { prompt: '', ...others, url: text } };
  }
}

/** The input of the named tool, or a whole call pasted as `{ "name", "input" }`. */
function otherQuestion(tool: string, json: string): CheckQuestion {
  try {
    const input: unknown = json.trim() === '' ? {} : JSON.parse(json);
    const whole = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : []);
    const name: unknown = whole.get('name') ?? whole.get('tool');
    if (typeof name === 'string' && whole.has('input') && (tool === '' || tool === name)) return { tool: name, input: whole.get('input') };
    return tool === '' ? { problem: 'no-tool' } : { tool, input };
  } catch {
    return { problem: tool === '' ? 'no-tool' : 'json' };
  }
}
