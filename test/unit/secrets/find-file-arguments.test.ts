import { expect, it } from 'vitest';
import { findFileArguments } from '../../../main/core/secrets/find-file-arguments';

const schema = {
  type: 'object',
  properties: {
    source: { type: 'string', format: 'path' },
    address: { type: 'string', format: 'uri' },
    query: { type: 'string' },
    inputs: { type: 'array', items: { type: 'string', format: 'file-path' } },
    options: { type: 'object', properties: { target: { type: 'string', format: 'file' } } },
  },
};

it('finds the files that a schema declares, however deep', () => {
  const input = {
    source: '.env',
    address: 'file:///home/ann/.ssh/id%5Frsa',
    query: '.env',
    inputs: ['a.pem', 'b'],
    options: { target: 'c' },
  };
  expect(findFileArguments(input, schema)).toEqual(['.env', '/home/ann/.ssh/id_rsa', 'a.pem', 'b', 'c']);
});

it('takes the usual names for a declaration where there is none', () => {
  expect(
    findFileArguments({ path: '.env', file_path: 'a', config_file: 'b', paths: ['c'], profile: 'd', text: 'e', fileCount: 2 }),
  ).toEqual([...['.env', 'a', 'b', 'c']]);
});

it('finds none in addresses, texts of several lines, and what is no object', () => {
  expect(findFileArguments({ path: 'https://example.com/.env', file: 'a\nb', filename: '' })).toEqual([]);
  for (const input of [undefined, null, 'text', 3, ['.env']]) expect(findFileArguments(input)).toEqual([]);
});
