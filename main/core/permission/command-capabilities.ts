import type { Capability, CapabilityUse } from '../../../shared/model/permission';
import { isOwnCheck } from '../tools/own-check';
import { hostOf } from './domain-pattern';
import { gitCapability } from './git-capability';
import type { ShellPart, ShellWord } from './parsed-command';
import { isReadOnlyProgram } from './read-only-commands';
import { commandName, unwrapForAllow } from './shell-wrappers';

/** What programs do outside the project, by the words of one simple command without wrappers. Every row that fits counts. */
const EFFECTS: ReadonlyArray<readonly [Capability, RegExp]> = [
  ['git-publish', /^(npm|pnpm|yarn|bun) (run )?(publish|release|unpublish|deprecate|dist-tag)\b/],
  ['git-publish', /^(cargo|uv|poetry|flit|hatch) (publish|yank)\b|^twine upload\b|^gem (push|yank)\b|^(vsce|ovsx) (publish|unpublish)\b/],
  ['git-publish', /^(docker|podman|buildah|helm) (image )?push\b|^dotnet nuget push\b|^mvnw? .*\bdeploy\b|^(\.\/)?gradlew? .*\bpublish/],
  ['git-publish', /^(gh|glab|hub) (pr|mr|release|issue|repo|gist|workflow|secret|variable|api|run)\b(?! (list|view|status|diff|checks)\b)/],
  ['git-publish', /^(make|just|rake|task) .*\b(publish|release)/],
  ['deploy', /^(npm|pnpm|yarn|bun) (run )?deploy/],
  ['deploy', /^(make|just|rake|task) .*\bdeploy/],
  ['deploy', /^(kubectl|oc) (apply|create|delete|replace|patch|rollout|scale|set|edit|drain|cordon|exec|cp)\b/],
  ['deploy', /^helm (install|upgrade|uninstall|rollback)\b|^docker (stack|service) |^docker-compose .*\bpush\b/],
  ['deploy', /^(terraform|tofu|terragrunt) (apply|destroy|import|taint)\b|^pulumi (up|destroy)\b|^cdk (deploy|destroy)\b/],
  [
    'deploy',
    /^(serverless|sls|sam|firebase|netlify|wrangler|fly|flyctl|railway|eb|cap|amplify|surge|gh-pages) .*\b(deploy|publish|launch|up|remove)\b/,
  ],
  ['deploy', /^(vercel|now|surge|gh-pages|ansible-playbook|heroku)\b|^(gcloud|az) .*\b(deploy|create|update|delete)\b/],
  ['deploy', /^aws .*\b(deploy|sync|cp|create-|update-|delete-|put-|run-)/],
  ['delete', /^(rm|rmdir|unlink|shred|srm|trash|dropdb)\b|^mkfs|^find .*-delete\b/],
  [
    'delete',
    /^(docker|podman) (rm|rmi|(system|volume|image|container|network|builder) (prune|rm))\b|^kubectl delete\b|^(aws s3|gsutil|rclone) (rm|rb|delete|purge)\b/,
  ],
  [
    'network',
    /^(curl|wget|http|https|xh|aria2c|ssh|scp|sftp|rsync|nc|ncat|netcat|socat|telnet|ftp|ping|dig|nslookup|host|whois|traceroute)\b/,
  ],
  ['network', /^(npm|pnpm|yarn|bun) (i|ci|install|add|update|up|upgrade|dlx|audit|outdated|view|info|login|create|init)\b|^(yarn|pnpm)$/],
  [
    'network',
    /^(npx|bunx|uvx|pipx)\b|^(pip3?|uv|poetry|conda|gem|bundle|composer|cargo|go|apt|apt-get|brew|dnf|yum|apk|pacman|snap) (pip )?(install|add|update|upgrade|fetch|get|sync|download|search|mod download)\b/,
  ],
  ['network', /^(docker|podman) (pull|login|search)\b|^(gh|glab|aws|gcloud|az|kubectl|helm|terraform|vercel|netlify|fly|heroku)\b/],
];
/** Programs of this list that fetch nothing by themselves when they run a check that the project has installed. */
const LOCAL_RUNNERS = /^(npx|bunx) /;
const PRIVILEGED = new Set(['sudo', 'doas', 'su', 'runuser', 'pkexec']);

/** What one part of a command does by its program and arguments; files that it names are not looked at. Never empty. */
export function programCapabilities(part: ShellPart): CapabilityUse[] {
  if (part.words.length === 0) return [{ capability: 'run-read-only' }];
  const found = part.forms.flatMap((form) => formCapabilities(form));
  if (part.forms.some(([program]) => PRIVILEGED.has(commandName(program)))) found.push({ capability: 'run-other' });
  return found.length > 0 ? found : [{ capability: plainCapability(part) }];
}

function formCapabilities(form: readonly ShellWord[]): CapabilityUse[] {
  const [program, ...args] = form;
  const name = commandName(program);
  if (name === 'git') return gitCapability(args);
  const text = [name, ...args.map((word) => word.text)].join(' ').slice(0, 2_000);
  const local = LOCAL_RUNNERS.test(text) && isOwnCheck([name, ...args.map((word) => word.text)]);
  const kinds = new Set(EFFECTS.flatMap(([capability, pattern]) => (pattern.test(text) ? [capability] : [])));
  if (local) kinds.delete('network');
  return [...kinds].flatMap((capability) => (capability === 'network' ? hostUses(name, args) : [{ capability }]));
}

/** The hosts that the arguments name; one use without a host where they name none. */
function hostUses(program: string, args: readonly ShellWord[]): CapabilityUse[] {
  const remote = /^(?:ssh|scp|sftp|rsync)$/.test(program);
  const hosts = args.flatMap((word) => {
    const url = /\bhttps?:\/\/[^\s'"]+/.exec(word.text)?.[0];
    if (url !== undefined) return hostOf(url) ?? [];
    return remote && !word.text.startsWith('-') ? (/^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+)(?::|$)/.exec(word.text)?.[1] ?? []) : [];
  });
  return hosts.length === 0 ? [{ capability: 'network' }] : [...new Set(hosts)].map((of) => ({ capability: 'network', of }));
}

/** A part with no effect that is known: it reads, checks the project, or is anything else. */
function plainCapability(part: ShellPart): Capability {
  const forms = unwrapForAllow(part.words);
  const form = forms[forms.length - 1] ?? part.words;
  if (form.some((word) => word.opaque)) return 'run-other';
  if (isReadOnlyProgram(form)) return 'run-read-only';
  return isCheck(form) ? 'run-checks' : 'run-other';
}

/** Whether a command without wrappers runs the project's own tests, build, linter, type checker or formatter. */
export function isCheck(form: readonly ShellWord[]): boolean {
  const words = form.map((word) => word.text);
  const text = words.join(' ');
  return (
    !form.some((word) => word.opaque) &&
    isOwnCheck(words) &&
    !EFFECTS.some(([, pattern]) => pattern.test(text) && !LOCAL_RUNNERS.test(text))
  );
}
