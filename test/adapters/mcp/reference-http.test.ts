import { describeEverything } from '../../support/mcp-everything';
import { startEverything } from '../../support/mcp-http-process';

describeEverything('Streamable HTTP', async () => {
  const { url, close } = await startEverything('streamableHttp');
  return { launch: { type: 'http', url, headers: {}, secrets: [] }, close };
});
