import type { Anatomy, AnatomySegment, SegmentBeginning, TokenTable } from '../../shared/model/anatomy';
import type { Field, Segment } from '../../shared/model/segment';
import { ORIGINS } from '../../shared/model/kind-traits';

const FIELDS: readonly Field[] = ['system', 'tools', 'messages'];
const WIDTH = 100;

/** By segment. */
export type Beginnings = ReadonlyMap<string, SegmentBeginning>;

/** A call's request for a person: the three fields in order, each segment with letter, tokens, source and reason. */
export function describeAnatomy(anatomy: Anatomy, beginnings: Beginnings): string {
  const { tokens, comparison } = anatomy;
  const provider = tokens.provider === undefined ? '' : ` (the provider counted ${tokens.provider})`;
  const lines = [
    `call ${anatomy.number} of ${anatomy.agent}   ${anatomy.model}   ${anatomy.at}`,
    `${anatomy.bytes} bytes to ${anatomy.endpoint}`,
    `${tokens.estimated ? 'about ' : ''}${Math.round(tokens.total)} tokens${provider}, ${Math.round(tokens.overhead)} of them shared overhead`,
    comparison.previous === undefined
      ? `prefix: ${comparison.brokenBy ?? 'first-call'}`
      : `prefix: ${comparison.segments} segments, ${comparison.bytes} bytes, ${Math.round(comparison.tokens)} tokens as in the call before${comparison.brokenBy === undefined ? '' : `; broken by ${comparison.brokenBy}`}`,
    ...anatomy.lint.map(
      ({ code, pointer, message, repaired }) => `lint: ${code} at ${pointer}: ${message}${repaired ? ' (repaired)' : ''}`,
    ),
  ];
  for (const field of FIELDS) {
    const segments = anatomy.segments.filter((segment) => segment.field === field);
    lines.push(
      '',
      `${field} (${segments.length} segments, ${Math.round(segments.reduce((sum, { tokens: own }) => sum + own, 0))} tokens)`,
      ...segments.flatMap((segment) => describeSegment(segment, beginnings.get(segment.id)?.text ?? '')),
    );
  }
  return `${lines.join('\n')}\n`;
}

export function listTokens({ segments, tokens }: Anatomy): TokenTable {
  const rows = segments.map(({ id, origin, kind, path, tokens: own }) => {
    return { label: `${letterOf(origin)} ${kind}: ${path}`, origin, kind, segment: id, tokens: own };
  });
  return { rows, ...tokens };
}

function letterOf(origin: number): string {
  return Object.entries(ORIGINS).find(([number]) => Number(number) === origin)?.[1].letter ?? '?';
}

function describeSegment(segment: AnatomySegment, beginning: string): string[] {
  const share = `${(segment.share * 100).toFixed(1)} %`;
  const text = beginning.replace(/\s+/g, ' ').trim();
  return [
    `  ${letterOf(segment.origin)} ${segment.kind}  ${Math.round(segment.tokens)} tokens, ${share}   ${describeSource(segment.source)}   ${describeWhy(segment)}`,
    `      ${segment.pointer}${segment.start === undefined ? '' : `[${segment.start}..${segment.end ?? ''}]`}   ${text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text}`,
  ];
}

function describeSource(source: Segment['source']): string {
  switch (source.type) {
    case 'file':
      return `${source.path}:${source.startLine}-${source.endLine}`;
    case 'tool':
      return `tool ${source.name}`;
    case 'server':
      return `server ${source.server}${source.tool === undefined ? '' : `, ${source.tool}`}`;
    case 'hook':
      return source.path === undefined ? `hook ${source.run}` : `hook ${source.path}:${source.line ?? 1}`;
    case 'skill':
      return `skill ${source.name}`;
    case 'agent':
      return `agent ${source.agent}`;
    case 'event':
      return `event ${source.event}`;
    case 'command':
      return `! ${source.command.split('\n', 1)[0] ?? ''}`;
    case 'user':
      return 'the person';
    case 'model':
      return `model ${source.model}`;
    case 'host':
      return `host: ${source.part}`;
  }
}

function describeWhy({ why }: AnatomySegment): string {
  const distance = why.distance === undefined ? '' : `, ${Math.round(why.distance)} tokens since the last copy`;
  return `because ${why.trigger}${why.detail === undefined ? '' : ` (${why.detail})`}${distance}`;
}
