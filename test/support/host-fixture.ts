import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost } from '../../main/host/create-host';
import type { ClientInfo, Host } from '../../main/host/host';
import type { HostPorts } from '../../main/host/host-ports';
import { createChannelPair } from '../../main/host/memory-channel';
import { createNodePorts, type NodePortsOptions } from '../../main/host/node-ports';
import { createHostClient, type HostClient } from '../../renderer/transport/host-client';

export interface HostFixture {
  home: string;
  folder: string;
  ports: HostPorts;
  host: Host;
  /** A client over an in-memory channel, connected. */
  connect(info?: Partial<ClientInfo>): HostClient;
  close(): Promise<void>;
}

/** A script of the scripted model for these tests: what it can be asked for, and what it does. */
const SCRIPT = `
turns:
  - id: hello
    prompt: hello
    title: { en: Say hello, ja: あいさつ }
    look: { en: Look, ja: 見る }
    rounds:
      - text: Hello from the script.
  - id: judge
    matches: 'Are folders allowed'
    rounds:
      - text: 'I see. {"ok": false, "reason": "no folders, says the judge"}'
  - id: long
    match: tell me a long story
    rounds:
      - text: "${'once upon a time there was a cat. '.repeat(40)}"
        chars_per_second: 800
  - id: run
    match: run a command
    rounds:
      - calls: [{ name: Bash, input: { command: 'mkdir made-by-agent' } }]
      - - when: { error: true }
          text: I was not allowed to.
        - text: It is done.
  - id: serve
    match: start a server
    rounds:
      - calls:
          - name: Bash
            input: { command: 'echo listening; while [ ! -e stop ]; do sleep 0.02; done; echo bye; exit 3', run_in_background: true }
      - text: It runs.
  - id: interactive
    match: ask at the terminal
    rounds:
      - calls:
          - name: Bash
            input: { command: 'read -r -p "name? " name; echo "hi $name"', interactive: true }
      - text: It asked.
  - id: edit
    match: edit the notes
    rounds:
      - calls: [{ name: Read, input: { file_path: '{{cwd}}/notes.txt' } }]
      - calls: [{ name: Edit, input: { file_path: '{{cwd}}/notes.txt', old_string: two, new_string: three } }]
      - text: Edited.
  - id: outside
    match: read outside and push
    rounds:
      - calls: [{ name: Read, input: { file_path: '{{cwd}}/../outside.txt' } }]
      - calls: [{ name: Bash, input: { command: 'git push' } }]
      - text: That is all.
  - id: list
    match: make a list
    rounds:
      - calls: [{ name: TodoWrite, input: { todos: [{ content: Brew tea, status: pending, activeForm: Brewing tea }] } }]
      - text: Listed.
  - id: plan
    match: plan the change
    rounds:
      - calls: [{ name: Write, input: { file_path: '{{cwd}}/early.txt', content: too early } }]
      - calls: [{ name: ExitPlanMode, input: { plan: "# Plan\\n\\n1. Edit notes.txt\\n2. Say so" } }]
      - - when: { error: true }
          text: Then I think again.
        - calls: [{ name: Read, input: { file_path: '{{cwd}}/notes.txt' } }]
      - calls: [{ name: Edit, input: { file_path: '{{cwd}}/notes.txt', old_string: two, new_string: three } }]
      - text: It is done as planned.
  - id: enter-plan
    match: think before you work
    rounds:
      - calls: [{ name: EnterPlanMode, input: {} }]
      - calls: [{ name: Write, input: { file_path: '{{cwd}}/early.txt', content: too early } }]
      - text: I only looked.
  - id: ask
    match: ask me something
    rounds:
      - calls:
          - name: AskUserQuestion
            input: { questions: [{ question: Which colour?, header: Colour, multiSelect: false, options: [{ label: red, description: warm }, { label: blue, description: cold }] }] }
      - text: Thank you.
`;

/** A real host on temporary folders, with the scripted model and every result checked against the contract. */
export async function createHostFixture(
  options: Partial<NodePortsOptions> & { change?: Partial<HostPorts>; home?: string } = {},
): Promise<HostFixture> {
  const { change, ...rest } = options;
  const base = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-host-')));
  const home = options.home ?? join(base, 'home');
  const folder = join(base, 'project');
  await mkdir(folder, { recursive: true });
  await mkdir(join(base, 'person'), { recursive: true });
  await writeFile(join(folder, 'notes.txt'), 'one\ntwo\n');
  const resources = join(base, 'resources');
  await mkdir(join(resources, 'scripts'), { recursive: true });
  await mkdir(join(resources, 'sample-project'), { recursive: true });
  await writeFile(join(resources, 'scripts/tour.yaml'), SCRIPT);
  await writeFile(join(resources, 'sample-project/README.md'), '# Sample\n');
  const env = { PATH: process.env['PATH'], HOME: join(base, 'person') };
  const ports: HostPorts = {
    ...createNodePorts({ shellKind: 'serve', personHome: join(base, 'person'), managedDir: join(base, 'managed'), env, ...rest, home }),
    resources,
    checkResults: true,
    ...change,
  };
  const host = createHost(ports);
  const clients: HostClient[] = [];
  return {
    home,
    folder,
    ports,
    host,
    connect(info = {}) {
      const client = createHostClient({
        name: info.name ?? 'test',
        delays: [1],
        open: async () => {
          const [near, far] = createChannelPair();
          host.connect(far, { name: 'test', ...info });
          return near;
        },
      });
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) client.close();
      await host.close();
      await rm(base, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
