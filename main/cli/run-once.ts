import { messageOf } from '../adapters/storage/system-error';
import type { Limits } from '../../shared/model/config';
import { CodedError } from '../../shared/model/failure';
import type { Mode } from '../../shared/model/mode';
import type { TurnOutcome } from '../core/agent/turn';
import type { Invocation } from '../host/host-ports';
import { findEndpoint } from '../host/model-service';
import { codedFailure } from './coded-failure';
import { Interrupter } from './interrupter';
import { existingFolder, type LocalHost, openLocalHost } from './open-host';
import type { Output } from './output';
import { failedReport, type RunReport, TurnRecorder } from './run-report';
import { sayDiagnostic } from './say-diagnostic';
import { namedServers } from './server-config-options';
import { DONE, type ExitStatus, FAILED } from './usage-error';

export interface RunOptions {
  prompt: string;
  cwd?: string | undefined;
  model?: string | undefined;
  baseUrl?: string | undefined;
  permissionMode?: Mode | undefined;
  allow: string[];
  ask: string[];
  deny: string[];
  maxRounds?: number | undefined;
  maxCost?: number | undefined;
  maxTokens?: number | undefined;
  timeout?: number | undefined;
  continue?: boolean | undefined;
  resume?: string | undefined;
  fork?: boolean | undefined;
  trust?: boolean | undefined;
  mcpConfig: string[];
  strictMcpConfig?: boolean | undefined;
  output: 'text' | 'json' | 'stream-json';
}

/** Reasons with which an answer is whole. Anything else is a failure, a refusal or a limit. */
const WHOLE: ReadonlySet<string> = new Set(['end_turn', 'stop_sequence']);

/** One turn, headless: data to standard output, words about it to standard error. */
export async function runOnce(options: RunOptions, output: Output): Promise<ExitStatus> {
  const folder = existingFolder(options.cwd);
  const local = openLocalHost(invocationOf(options));
  let report: RunReport | undefined;
  try {
    report = await runTurn(local, folder, options, output);
  } catch (error) {
    // A broken invocation ends as one; a run that could not be done still gives its object to who reads it.
    const failure = options.output === 'text' ? undefined : codedFailure(error);
    if (failure === undefined) throw error;
    output.note(`vitrine: ${failure.message} [${failure.code}]`);
    report = failedReport(failure);
  } finally {
    // What cannot be put away takes no answer with it.
    await local.close().catch((error: unknown) => {
      if (report !== undefined && report.error === undefined) output.note(`vitrine: ${messageOf(error)}`);
    });
  }
  if (options.output === 'text') await output.data(report.result === '' ? '' : `${report.result}\n`);
  else if (options.output === 'json') await output.json(report);
  else await output.data(`${JSON.stringify(report)}\n`);
  return WHOLE.has(report.stopReason) ? DONE : FAILED;
}

async function runTurn(local: LocalHost, folder: string, options: RunOptions, output: Output): Promise<RunReport> {
  const { host, ports } = local;
  const recorder = new TurnRecorder(output, options.output === 'stream-json');
  const stopListening = host.sessions.onEvents((_session, events) => recorder.add(events));
  await saySettingsProblems(local, output);
  const interrupter = new Interrupter((session) => host.sessions.interrupt(session), output);
  try {
    const [session, limits] = await Promise.all([chosenSession(local, folder, options), mergedLimits(local, options)]);
    const sent = await host.sessions.send({
      ...(session === undefined ? { folder } : { session }),
      input: { text: options.prompt, images: [] },
      ...(options.model === undefined ? {} : { model: options.model }),
      ...(options.permissionMode === undefined ? {} : { mode: options.permissionMode }),
      ...(limits === undefined ? {} : { limits }),
    });
    interrupter.started(sent.session);
    const outcome = await finished(sent.finished);
    await recorder.drained();
    const report = await recorder.report(sent.session, outcome, ports.store);
    // What is wrong with the rules, and what others left, is looked for when nothing waits for it any more.
    const place = session === undefined ? folder : await folderOf(local, session, folder);
    const { sayRuleProblems } = await import('./say-rule-problems');
    await Promise.all([sayRuleProblems(local, place, invocationOf(options), output), ports.endLeft().catch(() => undefined)]);
    if (options.trust !== true || options.mcpConfig.length > 0)
      await (await import('./say-servers-off')).sayServersOff(local, place, output);
    if (session === undefined && options.model === undefined) await sayKeyIsMissing(local, recorder.model, output);
    sayHowItEnded(report, output);
    return report;
  } finally {
    interrupter.stop();
    stopListening();
  }
}

async function finished(turn: Promise<TurnOutcome | undefined>): Promise<TurnOutcome> {
  const outcome = await turn;
  if (outcome === undefined) throw new CodedError('busy', 'the session is running a turn already: the message was queued');
  return outcome;
}

function invocationOf({ allow, ask, deny, trust, baseUrl, ...servers }: RunOptions): Invocation {
  const named = { ...(baseUrl === undefined ? {} : { baseUrl }), ...namedServers(servers) };
  return { rules: { allow, ask, deny }, trust: trust === true, interactive: false, ...named };
}

async function mergedLimits({ ports }: LocalHost, { maxRounds, maxCost, maxTokens, timeout }: RunOptions): Promise<Limits | undefined> {
  if (maxRounds === undefined && maxCost === undefined && maxTokens === undefined && timeout === undefined) return undefined;
  const { config } = await ports.config.read();
  return {
    ...config.limits,
    ...(maxRounds === undefined ? {} : { rounds: maxRounds }),
    ...(maxCost === undefined ? {} : { costUsd: maxCost }),
    ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
    ...(timeout === undefined ? {} : { seconds: timeout }),
  };
}

async function chosenSession(local: LocalHost, folder: string, options: RunOptions): Promise<string | undefined> {
  if (options.continue !== true && options.resume === undefined) return undefined;
  const { findSession } = await import('./find-session');
  const session = await findSession(
    local.ports.store,
    options.resume ?? 'last',
    options.continue === true ? await local.ports.files.realpath(folder) : undefined,
  );
  return options.fork === true ? local.host.sessions.fork(session) : session;
}

async function folderOf({ ports }: LocalHost, session: string, folder: string): Promise<string> {
  const reader = await ports.store.openForReading(session);
  const found = reader.state.folder;
  await reader.close();
  return found === '' ? folder : found;
}

/** What is wrong with `config.json`: the run goes on, with defaults for what cannot be used. */
async function saySettingsProblems({ ports }: LocalHost, output: Output): Promise<void> {
  const { diagnostics } = await ports.config.read();
  for (const problem of diagnostics) sayDiagnostic(problem, output);
  const [first] = diagnostics;
  if (first !== undefined)
    output.note(`vitrine: ${first.file ?? 'config.json'} was left as it is; mend it, or move it away to start from the defaults`);
}

/** Who gave an address and no key expects its model: without a key the scripted one is the default. */
async function sayKeyIsMissing({ ports }: LocalHost, model: string | undefined, output: Output): Promise<void> {
  const { config } = await ports.config.read();
  const { url } = findEndpoint(ports, config);
  if (url === undefined || config.model !== undefined || model?.startsWith('scripted/') !== true) return;
  output.note(
    `vitrine: ${model} answered, not the model at the base URL: there is no key. Set ANTHROPIC_API_KEY, to any text where the server asks for none`,
  );
}

function sayHowItEnded(report: RunReport, output: Output): void {
  for (const { tool, reason } of report.denials) output.note(`vitrine: denied ${tool}: ${reason}`);
  if (report.error !== undefined) output.note(`vitrine: ${report.error.message} [${report.error.code}]`);
  else if (!WHOLE.has(report.stopReason)) output.note(`vitrine: the turn ended with ${report.stopReason}`);
}
