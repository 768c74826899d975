import type { ServerCheck } from '../../shared/contract/mcp-methods';
import type { Result } from '../../shared/contract/methods';
import { plainLine } from '../../shared/text/plain-line';
import type { ContentView, LogView, ServerDetail, ServerLaunchView, ServerView } from '../../shared/model/mcp';

/** A line for each server, and its reason where it does not run. */
export function describeServers(servers: readonly ServerView[]): string {
  if (servers.length === 0) return 'There are no servers.\n';
  return servers
    .map(({ name, scope, state, reason, launch, file, line }) => {
      const why = reason === undefined ? '' : `: ${[reason.code, reason.detail].filter((text) => text !== undefined).join(', ')}`;
      const lines = [...(launch === undefined ? [] : describeLaunch(launch)), `${file}:${line} (${scope})`];
      return `${name}  ${plainLine(`${state}${why}`)}\n${linesOf(lines.map((text) => `  ${text}`))}`;
    })
    .join('');
}

/** What is started or reached; of the project's entries with the variables or headers that stand there, since approving is for those too. */
function describeLaunch(launch: ServerLaunchView): string[] {
  const written = (launch.written ?? []).map(
    ({ name, value, steers }) => `  ${name}=${quoteWord(value)}${steers ? '  (changes which code runs, or whom it trusts)' : ''}`,
  );
  if (launch.type === 'stdio') return [[launch.command, ...launch.args].map(quoteWord).join(' '), ...written];
  const helper = launch.headersHelper === undefined ? [] : [`  headers of ${quoteWord(launch.headersHelper)}`];
  return [launch.url, ...written, ...helper];
}

/** Words that could be taken for several, or that a line cannot hold, as JSON has them. */
function quoteWord(word: string): string {
  return /^[^\s"\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u.test(word) ? word : JSON.stringify(word);
}

/** Each on a line of its own, whatever is in it. */
function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${/^ */.exec(text)?.[0] ?? ''}${plainLine(text)}\n`).join('');
}

export function describeDetail({ server, tools, resources, templates, prompts, processes }: ServerDetail): string {
  const { info, tokens, deferred, sandboxed, warnings } = server;
  const heading = [
    ...(info === undefined ? [] : [`  ${info.name} ${info.version}, protocol ${info.protocolVersion}, ${info.capabilities.join(', ')}`]),
    ...(info === undefined && tokens.definitions === 0
      ? ['  definitions: unknown until it has run']
      : [
          `  definitions: about ${tokens.definitions} tokens${deferred ? `, deferred: about ${tokens.names} for their names` : ''}; ${sandboxed ? 'isolated' : 'not isolated'}`,
        ]),
    ...processes.map(({ pid, command, residentBytes }) => `  process ${pid}, ${Math.round(residentBytes / 2 ** 20)} MiB: ${command}`),
    ...warnings.map(({ code, params }) => `  warning: ${code} ${Object.values(params).join(' ')}`),
  ];
  const lists = [
    ...tools.map(({ offeredAs, tokens: cost, left }) => `  tool ${offeredAs} (${left ?? `${cost} tokens`})`),
    ...resources.map(({ uri, name }) => `  resource ${uri} (${name})`),
    ...templates.map(({ uriTemplate, name }) => `  template ${uriTemplate} (${name})`),
    ...prompts.map(({ command }) => `  prompt ${command}`),
  ];
  return `${describeServers([server])}${linesOf([...heading, ...lists])}`;
}

export function describeCall({ asks, isError, content, tookMs }: Result<'mcp.call'>): string {
  if (asks) return '';
  return `${isError ? 'It failed.\n' : ''}${describeContents(content)}[${Math.round(tookMs)} ms]\n`;
}

export function describeContents(content: readonly ContentView[]): string {
  return content.map((part) => `${describeContent(part)}\n`).join('');
}

function describeContent(content: ContentView): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
    case 'binary':
      return `[${content.mimeType}, ${content.bytes} bytes]`;
    case 'link':
      return plainLine(`[${content.uri} (${content.name})]`);
  }
}

type Log = Pick<Result<'mcp.trace'>, 'entries'> & { logged: Result<'mcp.logged'>['entries']; stderr: string };

export function describeLog({ entries, logged, stderr }: Log): string {
  const lines = [...entries].reverse().map(({ at, direction, tookMs, text }) => {
    const took = tookMs === undefined ? '' : ` (${Math.round(tookMs)} ms)`;
    return `${new Date(at).toISOString()} ${direction === 'sent' ? '→' : '←'}${took} ${plainLine(text)}\n`;
  });
  const messages = [...logged].reverse().map(describeLogEntry);
  return `${lines.join('')}${messages.length === 0 ? '' : `--- logged\n${messages.join('')}`}${stderr === '' ? '' : `--- error output\n${stderr}`}`;
}

function describeLogEntry({ at, level, logger, text }: LogView): string {
  return `${new Date(at).toISOString()} ${level}${logger === undefined ? '' : ` ${plainLine(logger)}`}: ${plainLine(text)}\n`;
}

export function describeChecks(found: ReadonlyArray<{ server: string; checks: Result<'mcp.diagnose'>['checks'] }>): string {
  if (found.length === 0) return 'There are no servers.\n';
  return found
    .map(
      ({ server, checks }) =>
        `${plainLine(server)}\n${checks.map((check) => `  ${check.ok ? 'ok ' : 'BAD'} ${check.id}: ${describeCheck(check).replaceAll('\n', '\n      ')}\n`).join('')}`,
    )
    .join('');
}

function describeCheck({ findings, state, reason, problems, quoted }: ServerCheck): string {
  const stands = [state, reason?.code, reason?.detail].filter((text) => text !== undefined).join(', ');
  const said = [...findings.map(describeFinding), stands, ...problems.map(({ message }) => message)].map(plainLine);
  const lines = [...said, quoted ?? ''];
  return lines.filter((line) => line !== '').join('\n');
}

function describeFinding({ code, params }: ServerCheck['findings'][number]): string {
  switch (code) {
    case 'stands':
      return `${params['file']}:${params['line']} (${params['scope']})`;
    case 'found-at':
      return `${params['path']}`;
    case 'no-file':
      return `there is no file ${params['path']}`;
    case 'not-on-path':
      return `${params['command']} is in none of the folders of PATH:`;
    case 'address':
      return `${params['url']}`;
    case 'connected':
      return `${params['name']} ${params['version']}, protocol ${params['protocol']}`;
    case 'isolated':
      return 'isolated';
    case 'host-refused':
      return `it tried to reach ${params['host']}, which is not granted: allow it by the rule WebFetch(domain:${params['host']})`;
    case 'tools':
      return `${params['offered']} offered, ${params['left']} left out`;
  }
}
