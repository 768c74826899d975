import { isUnclearName } from '../permission/server-names';

/** What providers take as the name of a tool. */
const LONGEST = 64;
/** Leaves room for a tool's own name beside the frame `mcp__…__`. */
const LONGEST_SERVER = 32;
const HASH_LENGTH = 8;
/** Of the name of a server: nobody finds another name with the same. */
const SERVER_HASH_LENGTH = 16;
const FRAME = 'mcp____'.length;

/** SHA-256 of a text, hex. */
export type Hash = (text: string) => string;

/**
 * The part of a tool's name that stands for its server. Equal to the server's name where that is short and clear; otherwise it ends with a
 * hash of the name. No plain name ends like that, so that two servers never share it, whatever they are called.
 */
export function serverPart(server: string, hash: Hash): string {
  if (server.length <= LONGEST_SERVER && !isUnclearName(server) && /^[A-Za-z0-9_-]+$/.test(server)) return server;
  const clean = server
    .replace(/[^A-Za-z0-9_-]/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '');
  return `${clean.slice(0, LONGEST_SERVER - SERVER_HASH_LENGTH - 1)}-${hash(server).slice(0, SERVER_HASH_LENGTH)}`;
}

/**
 * The name under which a model knows a tool of a server: `mcp__<server>__<tool>`, of letters, digits, `_` and `-`, at most 64 of them. It
 * depends on the two names alone: the same today and tomorrow, whatever else there is. A name that had to be changed ends with a hash
 * of the whole one: what is cut off never makes two names one.
 */
export function offeredName(server: string, tool: string, hash: Hash): string {
  const part = serverPart(server, hash);
  const room = LONGEST - FRAME - part.length;
  const clean = tool.replace(/[^A-Za-z0-9_-]/g, '_');
  if (clean === tool && tool !== '' && tool.length <= room) return `mcp__${part}__${tool}`;
  return `mcp__${part}__${clean.slice(0, room - HASH_LENGTH - 1)}_${hash(`${server}\n${tool}`).slice(0, HASH_LENGTH)}`;
}
