import type { SegmentSource } from '../../../shared/model/segment';

/** A source in one line: a path with lines, a tool, a skill … */
export function describeSource(source: SegmentSource): string {
  switch (source.type) {
    case 'file':
      return `${source.path}:${source.startLine}-${source.endLine}`;
    case 'tool':
      return source.toolUseId === undefined ? source.name : `${source.name} (${source.toolUseId})`;
    case 'server':
      return source.tool === undefined ? source.server : `${source.server}: ${source.tool}`;
    case 'hook':
      return source.path === undefined ? `hook run ${source.run}` : `hook ${source.path}:${source.line ?? 1} (${source.run})`;
    case 'skill':
      return source.path === undefined
        ? source.name
        : `${source.name} (${source.path}${source.startLine === undefined ? '' : `:${source.startLine}-${source.endLine ?? source.startLine}`})`;
    case 'agent':
      return `agent ${source.agent}`;
    case 'event':
      return `event ${source.event}`;
    case 'command':
      return `! ${source.command}`;
    case 'user':
      return 'the person';
    case 'model':
      return source.model;
    case 'host':
      return source.part;
  }
}
