import type { ServerToolView, ServerWarning } from '../../../shared/model/mcp';
import { cutStart, repairSurrogates } from '../../../shared/text/cut-text';
import { escapeMarks } from '../context/escape-marks';
import { isRecord } from '../kernel/is-record';
import { canonicalJson } from './canonical-json';
import { mapTexts } from '../kernel/map-texts';
import type { ServerTool } from './server-connection';
import { isForModel } from './tool-meta';
import { tameSchema } from './tame-schema';
import { type Hash, offeredName } from './tool-names';

/** Bytes of a description, or of the instructions, of a server that go to the model. */
export const MOST_DESCRIPTION = 2_048;
/** More tools of one server are not offered. */
export const MOST_TOOLS = 500;

/** A tool of a server as a model gets it. Its texts are escaped and bounded; they are the server's all the same. */
export interface OfferedTool {
  name: string;
  server: string;
  /** As the server calls it. */
  tool: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** What it says, all of it: equal as long as the server says the same. */
  hash: string;
  given: ServerTool;
}

export interface ToolOffer {
  tools: OfferedTool[];
  /** Tools that are not offered, and why. */
  left: Array<{ given: ServerTool; name: string; why: NonNullable<ServerToolView['left']> }>;
  warnings: ServerWarning[];
}

/** What of a server's list is offered to a model, and under which names. */
export function offerTools(server: string, listed: readonly ServerTool[], hash: Hash): ToolOffer {
  const offer: ToolOffer = { tools: [], left: [], warnings: [] };
  const byCode = new Map<ServerWarning['code'], string[]>();
  const warn = (code: ServerWarning['code'], tool: string) => {
    const tools = byCode.get(code) ?? [];
    byCode.set(code, tools);
    tools.push(tool);
  };
  const names = new Set<string>();
  const leave = (why: ToolOffer['left'][number]['why'] & ServerWarning['code'], given: ServerTool, name: string) => {
    offer.left.push({ given, name, why });
    warn(why, given.name);
  };
  for (const given of listed) {
    const name = offeredName(server, given.name, hash);
    if (!isForModel(given)) {
      offer.left.push({ given, name, why: 'not-for-model' });
      continue;
    }
    if (names.has(name)) {
      leave('listed-twice', given, name);
      continue;
    }
    if (names.size >= MOST_TOOLS) {
      leave('too-many', given, name);
      continue;
    }
    const tamed = tameSchema(given.inputSchema);
    if (tamed === undefined) {
      leave('bad-schema', given, name);
      continue;
    }
    names.add(name);
    const { text, cut } = boundDescription(given.description ?? given.title ?? '');
    if (cut) warn('description-cut', given.name);
    if (tamed.flattened) warn('schema-flattened', given.name);
    if (!name.endsWith(`__${given.name}`)) warn('renamed', given.name);
    const { icon: _shownOnly, ...says } = given;
    const schema = mapTexts(tamed.schema, cleanText);
    offer.tools.push({
      name,
      server,
      tool: given.name,
      description: text,
      inputSchema: isRecord(schema) ? schema : {},
      hash: hash(canonicalJson(says)),
      given,
    });
  }
  offer.warnings = [...byCode].map(([code, tools]) => ({ code, params: { tools: tools.slice(0, 20).join(', '), count: tools.length } }));
  return offer;
}

function cleanText(text: string): string {
  return escapeMarks(repairSurrogates(text));
}

/** A text of a server, escaped, within the bound; what is cut off is said. */
export function boundDescription(given: string): { text: string; cut: boolean } {
  const text = cleanText(given);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= MOST_DESCRIPTION) return { text, cut: false };
  const kept = cutStart(new TextDecoder().decode(bytes.subarray(0, MOST_DESCRIPTION - 80)).replace(/\ufffd+$/, ''), MOST_DESCRIPTION);
  return { text: `${kept}\n[${bytes.length - MOST_DESCRIPTION + 80} more bytes of this text are left out.]`, cut: true };
}
