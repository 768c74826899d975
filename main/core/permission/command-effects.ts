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
  ['git-publish', 'docker podman buildah helm', /^(?:image |manifest )?push\b|^(?:buildx )?(?:build|bake) .*--push\b|^compose .*\bpush\b/],
  ['git-publish', 'dotnet', /^nuget push\b/],
  ['git-publish', 'mvn mvnw', /\bdeploy\b/],
  ['git-publish', 'gradle gradlew', /\bpublish/],
  [
    'git-publish',
    'gh glab hub',
    /^(?:pr|mr|release|issue|repo|gist|workflow|secret|variable|api|run)\b(?! (?:list|ls|view|status|diff|checks)\b)/,
  ],
  ['git-publish', 'lerna changeset', /^publish\b/],
  ['git-publish', 'np semantic-release release-it', /^/],
  ['git-publish', 'hub hg sl', /^push\b/],
  ['git-publish', 'jj', /^git push\b/],
  ['git-publish', 'svn', /^(?:commit|import)\b/],
  ['git-publish', 'p4', /^submit\b/],
  ['git-publish', 'make just rake task', /\b(?:publish|release)/],
  ['deploy', 'npm pnpm yarn bun', /^(?:run )?deploy/],
  ['deploy', 'make just rake task', /\bdeploy/],
  ['deploy', 'kubectl oc', /^(?:apply|create|delete|replace|patch|rollout|scale|set|edit|drain|cordon|exec|cp)\b/],
  ['deploy', 'helm', /^(?:install|upgrade|uninstall|rollback)\b/],
  ['deploy', 'docker', /^(?:stack|service) /],
  ['deploy', 'docker-compose', /\bpush\b/],
  ['deploy', 'terraform tofu terragrunt', /^(?:apply|destroy|import|taint)\b/],
  ['deploy', 'pulumi', /^(?:up|destroy)\b/],
  ['deploy', 'cdk', /^(?:deploy|destroy)\b/],
  ['deploy', 'serverless sls sam firebase netlify wrangler fly flyctl railway eb cap amplify', /\b(?:deploy|publish|launch|up|remove)\b/],
  ['deploy', 'vercel now surge gh-pages ansible-playbook heroku', /^/],
  ['deploy', 'gcloud az', /\b(?:deploy|create|update|delete)\b/],
  ['deploy', 'aws', /\b(?:deploy|sync|cp|create-|update-|delete-|put-|run-|terminate-)/],
  [
    'delete',
    'rm rmdir unlink shred srm trash trash-put rimraf del-cli dropdb mke2fs mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.btrfs mkfs.vfat',
    /^/,
  ],
  ['delete', 'find', /(?:^| )-delete\b/],
  ['delete', 'docker podman', /^(?:rm|rmi|(?:system|volume|image|container|network|builder) (?:prune|rm))\b/],
  ['delete', 'docker podman docker-compose', /^(?:compose )?down .*(?:-v\b|--vol|--rmi)/],
  ['delete', 'rsync', /(?:^| )--(?:del|remove-s)/],
  ['delete', 'gio', /^(?:trash|remove)\b/],
  ['delete', 'dd', /\bof=\/dev\/(?!null\b)/],
  ['delete', 'kubectl', /^delete\b/],
  ['delete', 'aws', /^s3 (?:rm|rb)\b/],
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
const RUNS_TOOL = /^(?:exec|dlx|x)$/;

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
  if (SCRIPT_RUNNERS.test(program) && RUNS_TOOL.test(first)) addEffects(words.slice(2), found);
  return found;
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
