import type { CallStart } from './call';
import type { Usage } from './usage';

export const NO_USAGE: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
  };
}

export function subtractUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input - b.input,
    cacheRead: a.cacheRead - b.cacheRead,
    cacheWrite: a.cacheWrite - b.cacheWrite,
    output: a.output - b.output,
  };
}

/** Everything that the model read: uncached + written + read. */
export function promptTokens(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite;
}

/** The host's guess of the whole prompt of a call: what stands for `promptTokens` until the provider has counted. */
export function estimatedPrompt({ system, tools, messages, overhead }: CallStart['estimate']): number {
  return system + tools + messages + overhead;
}
