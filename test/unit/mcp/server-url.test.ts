import { describe, expect, it } from 'vitest';
import { isServerUrl } from '../../../shared/model/server-url';

describe('the address of a server as it is written', () => {
  it.each([
    'https://a.example/mcp',
    'http://127.0.0.1:8080',
    '${BASE}/mcp',
    '${BASE:-https://a.example}/mcp',
    'https://${HOST:-a.example}:${PORT:-8080}/mcp',
    'https://a.${TLD}/mcp',
    'https://a.example/${TENANT}?key=${KEY}',
  ])('may be %s', (written) => expect(isServerUrl(written)).toBe(true));

  it.each(['', 'a.example/mcp', 'file:///etc/passwd', 'https://', 'https://a b/', '${}', 'https://a:b/'])('is not %s', (written) =>
    expect(isServerUrl(written)).toBe(false),
  );
});
