import { createWords } from './say-words';

/** What is said of any Markdown file with a head. */
export const FILE_WORDS = {
  loose: 'Strict YAML refuses this line; here it is read as the text that it is. In quotes every host reads it.',
  'bad-name': '{{path}} is not loaded: a name in it begins with -, has only dots, or has a character that no name may have.',
} as const;

export const sayFile = createWords('file', FILE_WORDS);
