import { z } from 'zod';
import type { Action } from '../../shared/model/permission';
import type { SideEffect } from '../../shared/model/tool';
import type { RegisteredTool, ToolContext, ToolOutcome, ToolRegistry } from '../../main/core/tools/tool';

export interface FakeTool {
  name: string;
  sideEffect?: SideEffect;
  runsIn?: RegisteredTool['runsIn'];
  timeoutMs?: number;
  resultBound?: number;
  obstacle?: Action['obstacle'];
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome> | ToolOutcome;
}

const inputSchema = z.record(z.string(), z.unknown());

function toolOf(fake: FakeTool): RegisteredTool {
  const sideEffect = fake.sideEffect ?? 'read';
  return {
    name: fake.name,
    description: fake.name,
    inputSchema: { type: 'object' },
    errors: [],
    sideEffect,
    resultBound: fake.resultBound ?? 30_000,
    timeoutMs: fake.timeoutMs ?? 600_000,
    runsIn: fake.runsIn ?? 'host',
    idempotent: false,
    auditFields: [],
    parse(raw) {
      const input = inputSchema.safeParse(raw);
      if (!input.success) return { ok: false, message: 'the input is no object' };
      if (input.data['invalid'] === true) return { ok: false, message: 'invalid: must not be true' };
      const path = input.data['file_path'];
      const action: Action = {
        tool: fake.name,
        capability: sideEffect === 'read' ? 'read' : sideEffect === 'write' ? 'write' : 'execute',
        paths: typeof path === 'string' ? [path] : [],
        params: {},
        summary: `${fake.name} runs`,
        ...(fake.obstacle === undefined ? {} : { obstacle: fake.obstacle }),
      };
      return { ok: true, prepared: { describe: async () => action, run: async (context) => fake.run(input.data, context) } };
    },
  };
}

export function createFakeTools(...fakes: FakeTool[]): ToolRegistry {
  const tools = new Map(fakes.map((fake) => [fake.name, toolOf(fake)]));
  return {
    all: () => [...tools.values()],
    get: (name) => tools.get(name),
    near: (name) => [...tools.keys()].filter((known) => known.toLowerCase().startsWith(name.slice(0, 2).toLowerCase())).slice(0, 3),
  };
}

export const echoTool: FakeTool = { name: 'Read', run: (input) => ({ ok: true, content: `read ${String(input['file_path'])}` }) };
