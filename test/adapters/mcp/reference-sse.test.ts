import { describeEverything } from '../../support/mcp-everything';
import { startEverything } from '../../support/mcp-http-process';

describeEverything('SSE, where nothing newer is found', async () => {
  const { url, close } = await startEverything('sse');
  return { launch: { type: 'http', url, headers: {}, secrets: [] }, close };
});
