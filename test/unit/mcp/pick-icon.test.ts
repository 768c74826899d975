import { expect, it } from 'vitest';
import { pickIcon } from '../../../main/core/mcp/pick-icon';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';

it('takes the first icon that is a small picture and stands in the list itself', () => {
  const refused = [
    'https://example.test/icon.png',
    'http://127.0.0.1/icon.png',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html;base64,PGI+',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/png,<svg/>',
    `data:image/png;base64,${'A'.repeat(16_384)}`,
    'data:image/png;base64,AAAA" onerror="alert(1)',
  ];
  expect(pickIcon(refused.map((src) => ({ src })))).toBeUndefined();
  expect(pickIcon([...refused, PNG, 'data:image/jpeg;base64,/9j/'].map((src) => ({ src })))).toBe(PNG);
  expect(pickIcon()).toBeUndefined();
});
