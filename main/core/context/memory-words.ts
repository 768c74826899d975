import { createWords } from '../kernel/say-words';

/** What is wrong with instruction files, or with the settings about them. */
export const MEMORY_WORDS = {
  excluded: '{{path}} is not loaded: claudeMdExcludes',
  same: '{{path}} is the same file as {{first}} and is loaded once, there',
  outside: '{{path}} is a link out of a folder that is not trusted and is not loaded',
  'too-large': '{{path}} is not loaded: it is larger than 4 MiB',
  unreadable: '{{path}} is not loaded: it cannot be read',
  unread: '{{path}} is not loaded: {{said}}',
  frontmatter: 'The frontmatter is not valid ({{said}}); the rule counts as unconditional',
  patterns: 'Only the first {{most}} patterns count',
  'notes-cut': 'Only the first {{lines}} lines or {{kib}} KiB of the index are sent',
  'no-import': '@{{path}} names no file',
  'deep-import': '@{{path}} is not loaded: imports go {{most}} levels deep',
  'import-outside':
    '@{{path}} leads outside the project folder and is not loaded: copy the file into the project, or open the folder that holds both',
  globs: '{{key}} must be a list of globs; it is ignored',
  switch: '{{key}} must be true or false; it is ignored',
  managed: '{{key}} counts in managed settings only; it is ignored',
  text: '{{key}} must be a text; it is ignored',
  'one-of': '{{key}} must be one of {{values}}; it is ignored',
} as const;

export const sayMemory = createWords('memory', MEMORY_WORDS);
