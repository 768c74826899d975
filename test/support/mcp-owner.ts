import { LIMIT, newConnector, nodeServer, recordHandlers } from './mcp-connector';

/** A process of the product, as far as servers go: starts two that fork, says so, and lives on. */
const [home = '', script = ''] = process.argv.slice(2);
const connector = newConnector({ home, frameWorker: 'none', outputWorker: 'none' });
const launch = nodeServer(script, ['--fork', '--stubborn'], { env: { MCP_TEST_HOME: home } });
const { handlers } = recordHandlers();
void Promise.all(['a', 'b'].map((name) => connector.connect(name, launch, handlers, LIMIT))).then(() => {
  process.stdout.write('started\n');
  setInterval(() => undefined, 1000);
});
