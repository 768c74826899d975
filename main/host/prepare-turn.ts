import type { HostServices } from './host-services';

type Needed = Pick<HostServices, 'ports' | 'models' | 'readConfig' | 'runTurn' | 'tools'>;

/**
 * Loads what a turn needs, one thing at a time with room for other work in between: the loop, the tools, the model's client and
 * the shell's parser would else load one after the other while the first answer is waited for. Once; never rejects.
 */
export function createTurnPreparation(services: Needed): () => Promise<void> {
  let preparing: Promise<void> | undefined;
  return () => {
    preparing ??= prepare(services);
    return preparing;
  };
}

async function prepare({ ports, models, readConfig, runTurn, tools }: Needed): Promise<void> {
  const steps: Array<() => unknown> = [
    () => runTurn(),
    // The first use of a tool's schema makes it.
    async () => (await tools()).all().map((tool) => tool.inputSchema),
    async () => {
      const config = await readConfig();
      return models.provider(await models.choose(undefined, config), config);
    },
    // Node loads its HTTP client when something of it is first named.
    () => new Headers(),
    () => ports.shellParser.ready(),
    () => ports.shellParser.parse('true'),
  ];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      // The turn that needs it says so to the person.
      ports.logger.log('debug', 'something that a turn needs could not be loaded', { error: String(error) });
    }
    await ports.clock.sleep(0);
  }
}
