import { join } from 'node:path';
import { loadLibrary } from './load-library.mjs';
import { startModelServer } from './model-server.mjs';
import { cli, runNode } from './product.mjs';
import { write } from './project.mjs';

const ROUNDS = 10;
const COPIES_PER_HISTORY = 15;
const LINE = 'The quick brown fox jumps over the lazy dog, and then it has a rest under the old tree.\n';

/**
 * A real turn of ten rounds with `characters` long results, whose events and parts are then written again with new ids through the
 * log writer until there are `events` of them. Gives the session's id and the call ids of the real turn.
 */
export async function growSession({ folder, env, characters, events }) {
  const session = await runSeed({ folder, env, characters });
  const library = await loadLibrary();
  const clock = library.createClock();
  const ids = library.createIds(clock);
  const store = library.createSessionStore({ home: env.VITRINE_HOME, clock, ids, appVersion: 'bench', logger: { log: () => undefined } });
  const log = await store.openForWriting(session);
  const turn = [];
  for await (const event of log.read(0)) turn.push(event);
  const copied = turn.filter(({ type }) => type !== 'session/created');
  const calls = copied.filter(({ type }) => type === 'call/started').map(({ call }) => call);
  for (let copy = 1; log.state.lastSeq + copied.length <= events; copy += 1) await appendCopy(log, copied, copy, calls);
  await log.close();
  return { session, calls };
}

async function runSeed({ folder, env, characters }) {
  const text = LINE.repeat(Math.ceil(characters / LINE.length)).slice(0, characters);
  for (let number = 1; number <= ROUNDS; number += 1) write(folder, `long/text-${number}.txt`, `Text ${number}\n${text}`);
  const server = await startModelServer((number) => {
    const words = {
      type: 'text',
      text: `I read text ${number}.\n\n- It has **lines**.\n- It is long.\n\n\`\`\`ts\nconst number = ${number};\n\`\`\`\n`,
    };
    if (number > ROUNDS) return [words];
    return [
      words,
      { type: 'tool_use', id: `toolu_${number}`, name: 'Read', input: { file_path: join(folder, `long/text-${number}.txt`) } },
    ];
  });
  try {
    const { out } = await runNode(
      [cli, 'run', '-p', 'Read the long texts.', '--base-url', server.url, '--model', 'anthropic/claude-opus-5', '--output', 'json'],
      { cwd: folder, env },
    );
    return JSON.parse(out).session;
  } finally {
    server.close();
  }
}

/** The turn once more: every id with the copy's number behind it, every part with it inside. */
async function appendCopy(log, turn, copy, calls) {
  const renamed = turn.map(({ v, seq, at, ...event }) => JSON.parse(rename(JSON.stringify(event), copy)));
  const first = renamed.find(({ type }) => type === 'call/started');
  // No model takes 40 MB: from time to time the history starts over, as after a change of the model.
  if (copy % COPIES_PER_HISTORY !== 0) {
    first.recipe.base = copy === 1 ? calls.at(-1) : `${calls.at(-1)}c${copy - 1}`;
    first.recipe.system = [];
    first.recipe.tools = [];
  }
  const refs = new Map();
  for (const event of renamed) await movePart(log, event, refs, copy);
  await log.append(...renamed);
}

function rename(text, copy) {
  return text.replace(/"((?:turn|item|call|evt|req|toolu)_[\w-]+)"/g, `"$1c${copy}"`);
}

async function movePart(log, value, refs, copy) {
  for (const [key, member] of Object.entries(value ?? {})) {
    if (member === null || typeof member !== 'object') continue;
    if (typeof member.hash !== 'string' || member.at === undefined) await movePart(log, member, refs, copy);
    else {
      if (!refs.has(member.hash))
        refs.set(member.hash, log.putPart(rename(await log.readPart(member), copy).replace(/text (\d)/gi, `text $1 of copy ${copy}`)));
      value[key] = refs.get(member.hash);
    }
  }
}
