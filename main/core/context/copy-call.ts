const API_VERSION = '2026-10-21';

/** A call as a shell command. The key is the variable `ANTHROPIC_API_KEY`; the body goes in as it was sent. */
export function copyAsCurl(endpoint: string, body: string): string {
  return [
    `curl ${quoteShell(`${withoutUser(endpoint)}/v1/messages`)} \\`,
    '  -H "authorization: Bearer $ANTHROPIC_API_KEY" \\',
    `  -H 'anthropic-version: ${API_VERSION}' \\`,
    "  -H 'content-type: application/json' \\",
    "  --data-binary @- <<'BODY'",
    body,
    'BODY',
    '',
  ].join('\n');
}

/** A call as a TypeScript program on the SDK. The key is the variable `ANTHROPIC_API_KEY`. */
export function copyAsTypescript(endpoint: string, body: string): string {
  return [
    "import Anthropic from '@anthropic-ai/sdk';",
    '',
    `const client = new Anthropic({ apiKey: process.env.ANTHROPIC_API_KEY, baseURL: ${JSON.stringify(withoutUser(endpoint))} });`,
    `const body: Anthropic.MessageCreateParamsStreaming = ${JSON.stringify(JSON.parse(body), null, 2)};`,
    '',
    'for await (const event of await client.messages.create(body)) console.log(JSON.stringify(event));',
    '',
  ].join('\n');
}

function withoutUser(endpoint: string): string {
  return endpoint.replace(/^(\w+:\/\/)[^/@]*@/, '$1').replace(/\/+$/, '');
}

function quoteShell(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
