import type { Capability } from '../../../shared/model/permission';
import { toolWords } from '../tools/check-commands';

type Effect = readonly [capability: Capability, programs: string, args: RegExp];

/** What programs do outside the project, by their names and the arguments after them, joined by blanks. Every one that fits counts. */
const EFFECTS: readonly Effect[] = [
  ['git-publish', 'npm pnpm yarn bun', /^(?:run )?(?:publish|release|unpublish|deprecate|dist-tag)\b/],
  ['git-publish', 'cargo uv poetry flit hatch', /^(?:publish|yank)\b/],
  ['git-publish', 'twine', /^upload\b/],
  ['git-publish', 'gem', /^(?:push|yank)\b/],
  ['git-publish', 'vsce ovsx', /^(?:publish|unpublish)\b/],
  [
    'git-publish',
    'docker podman buildah helm',
    /^(?:image |manifest )?push\b|^(?:buildx )?(?:build|bake) .*(?:--push|type=registry|push=true)\b|^compose .*\bpush\b/,
  ],
  ['git-publish', 'skopeo oras crane regctl', /\b(?:copy|cp|sync|push|put|tag|delete|append|mutate)\b/],
  ['git-publish', 'cosign', /^(?:sign|attest|copy|attach)\b/],
  ['git-publish', 'dotnet', /^nuget push\b/],
  ['git-publish', 'mvn mvnw', /\bdeploy\b/],
  ['git-publish', 'gradle gradlew', /\bpublish/],
  [
    'git-publish',
    'gh glab hub',
    /^(?:pr|mr|release|issue|repo|gist|workflow|secret|variable|api|run)\b(?! (?:list|ls|view|status|diff|checks)\b)/,
  ],
  ['git-publish', 'changeset', /^publish\b/],
  ['git-publish', 'lerna', /^version\b/],
  ['git-publish', 'turbo nx lerna rush moon run-s run-p npm-run-all nr concurrently', /\b(?:publish|release)/],
  ['git-publish', 'clasp', /^push\b/],
  ['git-publish', 'eas', /^(?:submit|update)\b|--auto-submit/],
  ['git-publish', 'np semantic-release release-it', /^/],
  ['git-publish', 'hub hg sl', /^push\b/],
  ['git-publish', 'jj', /^git push\b/],
  ['git-publish', 'svn', /^(?:commit|import)\b/],
  ['git-publish', 'p4', /^submit\b/],
  ['git-publish', 'make just rake task', /\b(?:publish|release)/],
  ['deploy', 'npm pnpm yarn bun', /^(?:run )?deploy/],
  ['deploy', 'make just rake task deno fastlane', /\bdeploy/],
  ['deploy', 'turbo nx lerna rush moon run-s run-p npm-run-all nr concurrently ng', /\bdeploy/],
  [
    'deploy',
    'kubectl oc',
    /^(?:apply|create|delete|replace|patch|rollout|scale|set|edit|drain|(?:un)?cordon|exec|cp|run|expose|label|annotate|autoscale|taint)\b/,
  ],
  ['deploy', 'helm', /^(?:install|upgrade|uninstall|rollback)\b/],
  ['deploy', 'docker', /^(?:stack|service) /],
  ['deploy', 'docker-compose', /\bpush\b/],
  [
    'deploy',
    'terraform tofu terragrunt',
    /^(?:apply|destroy|import|(?:un)?taint|force-unlock|refresh|state (?:rm|mv|push|replace)|workspace delete)\b/,
  ],
  ['deploy', 'terragrunt', /\b(?:apply|destroy|import|taint)\b|\bstate (?:rm|mv|push)\b/],
  ['deploy', 'pulumi', /^(?:up|update|destroy|import|cancel|refresh|state|stack rm|config set)\b/],
  ['deploy', 'cdk cdktf sst skaffold helmfile kamal nomad argocd', /\b(?:deploy|destroy|delete|remove|apply|sync|run|stop|setup)\b/],
  [
    'deploy',
    'serverless sls sam firebase netlify wrangler fly flyctl railway eb cap amplify supabase func cf',
    /\b(?:deploy|publish|launch|up|remove|destroy|delete|rm|rollback|promote|terminate|disable|push|put|reset)\b/,
  ],
  ['deploy', 'prisma', /^(?:migrate deploy|db (?:push|execute))\b/],
  ['deploy', 'vercel now surge gh-pages ansible-playbook heroku', /^/],
  ['deploy', 'gcloud az', /\b(?:deploy|create|update|delete)\b/],
  [
    'deploy',
    'aws',
    /\b(?:deploy|invoke|publish|(?:sync|cp|mv|mb|rm|rb)\b|(?:create|update|delete|put|run|terminate|modify|attach|detach|revoke|authorize|register|deregister|reboot|start|stop|restore|reset|send|purge|import|execute|enable|disable|add|remove|set|cancel|release|replace)-)/,
  ],
  [
    'delete',
    'rm rmdir unlink shred srm trash trash-put rimraf del-cli remove_directory dropdb dropuser mke2fs mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.btrfs mkfs.vfat',
    /^/,
  ],
  ['delete', 'find', /(?:^| )-delete\b/],
  ['delete', 'docker podman', /^(?:rm|rmi|(?:system|volume|image|container|network|builder) (?:prune|rm))\b/],
  ['delete', 'docker podman docker-compose', /^(?:compose )?down .*(?:-v\b|--vol|--rmi)/],
  ['delete', 'rsync', /(?:^| )--(?:del|remove-s)/],
  ['delete', 'gio', /^(?:trash|remove)\b/],
  ['delete', 'dd', /\bof=\/dev\/(?!null\b)/],
  ['delete', 'kubectl', /^delete\b/],
  ['delete', 'aws', /^s3 (?:rm|rb|mv)\b/],
  ['delete', 'prisma', /^migrate reset\b|^db push .*--(?:force-reset|accept-data-loss)/],
  ['delete', 'rails rake', /\bdb:(?:drop|reset|purge|truncate|rollback|migrate:reset|schema:load)/],
  ['delete', 'knex sequelize sequelize-cli typeorm', /\b(?:db:drop|schema:drop|migrat\w+:(?:rollback|undo|revert))/],
  ['delete', 'drizzle-kit', /^(?:drop|push)\b/],
  ['delete', 'supabase', /^db reset\b/],
  ['delete', 'psql mysql mariadb sqlite3 redis-cli', /\b(?:drop|truncate|delete from|flushall|flushdb)\b/i],
  ['delete', 'gsutil rclone', /^(?:rm|rb|delete|purge)\b/],
  ['network', 'curl wget http https xh aria2c ssh scp sftp rsync nc ncat netcat socat telnet ftp ping dig nslookup', /^/],
  ['network', 'host whois traceroute gh glab aws gcloud az kubectl helm terraform vercel netlify fly heroku npx bunx uvx pipx', /^/],
  ['network', 'npm pnpm yarn bun', /^(?:i|ci|install|add|update|up|upgrade|dlx|audit|outdated|view|info|login|create|init)\b/],
  ['network', 'yarn pnpm', /^$/],
  [
    'network',
    'pip pip3 uv poetry conda gem bundle composer cargo go apt apt-get brew dnf yum apk pacman snap',
    /^(?:pip )?(?:install|add|update|upgrade|fetch|get|sync|download|search|mod download)\b/,
  ],
  ['network', 'docker podman', /^(?:pull|login|search)\b/],
];
const BY_PROGRAM = indexEffects();
const SCRIPT_RUNNERS = /^(?:npm|pnpm|yarn|bun)$/;
const RUNS_TOOL = /^(?:exec|dlx|x|run)$/;

function indexEffects(): ReadonlyMap<string, readonly Effect[]> {
  const index = new Map<string, Effect[]>();
  for (const effect of EFFECTS)
    for (const program of effect[1].split(' ')) {
      const known = index.get(program);
      if (known === undefined) index.set(program, [effect]);
      else known.push(effect);
    }
  return index;
}

/** What makes a program do one of them, as the patterns are written. */
export function effectSources(program: string): string[] {
  return (BY_PROGRAM.get(program) ?? []).map(([, , pattern]) => pattern.source);
}

/**
 * The effects of a command by its words, the program's name first; what a runner starts (`npx wrangler deploy`) counts as well.
 * Options may stand anywhere, and whether one takes the next word is not known: each reading counts.
 */
export function commandEffects(words: readonly string[]): Set<Capability> {
  const found = new Set<Capability>();
  addEffects(words, found);
  const tool = toolWords(words);
  if (tool !== words) addEffects(tool, found);
  const [program = '', first = ''] = words;
  if (SCRIPT_RUNNERS.test(program)) addTool(words.slice(RUNS_TOOL.test(first) ? 2 : 1), found);
  return found;
}

/** `pnpm vercel` runs what is installed of that name; `pnpm rm` is a verb of its own. */
function addTool(words: readonly string[], found: Set<Capability>): void {
  const effects = new Set<Capability>();
  addEffects(words, effects);
  for (const effect of effects) if (effect === 'deploy' || effect === 'git-publish') found.add(effect);
}

function addEffects([program = '', ...args]: readonly string[], found: Set<Capability>): void {
  const effects = BY_PROGRAM.get(program);
  if (effects === undefined) return;
  const texts = readings(args);
  for (const [capability, , pattern] of effects) if (texts.some((text) => pattern.test(text))) found.add(capability);
}

function readings(args: readonly string[]): string[] {
  const isOption = (word: string | undefined) => word !== undefined && /^[-+]/.test(word);
  if (!args.some(isOption)) return [args.join(' ')];
  const plain = args.filter((word) => !isOption(word));
  const withoutValues = args.filter((word, index) => !isOption(word) && !isOption(args[index - 1]));
  return [args, plain, withoutValues].map((texts) => texts.join(' '));
}
