import { maskCode } from '../context/memory-text';
import type { MemoryFile } from '../context/memory-file';

/** A sentence of an instruction file, without its list marks and emphasis. */
export interface Sentence {
  file: string;
  /** 1-based, of its beginning. */
  line: number;
  words: string;
  /** Patterns under which its file is read; undefined: always. Sentences under different ones do not meet. */
  when: string | undefined;
}

/** The sentences of a file's prose: no code blocks, headings or tables. Code spans stay. */
export function readSentences(file: MemoryFile): Sentence[] {
  const when = file.paths?.join(', ');
  return file.pieces.flatMap(({ text, startLine }) => {
    const prose = keepSpans(text).split('\n');
    return prose.flatMap((line, index) => splitSentences(line).map((words) => ({ file: file.path, line: startLine + index, words, when })));
  });
}

/** Lines of fenced blocks blanked out; a line that only has code spans masked keeps them. */
function keepSpans(text: string): string {
  const lines = text.split('\n');
  const masked = maskCode(text).split('\n');
  let fenced = false;
  return lines
    .map((line, index) => {
      const mark = /^ {0,3}(?:`{3,}|~{3,})/.test(line);
      if (mark && (masked[index] ?? '').trim() === '') {
        fenced = !fenced;
        return '';
      }
      return fenced || /^\s*(?:#{1,6}\s|\|)/.test(line) ? '' : line;
    })
    .join('\n');
}

function splitSentences(line: string): string[] {
  // Behind the last end of a comment each beginning would be searched to the end of the line.
  const commented = line.includes('-->') ? line.lastIndexOf('-->') + 3 : 0;
  const plain = `${line.slice(0, commented).replace(/<!--.*?-->/g, '')}${line.slice(commented)}`
    .replace(/^\s*(?:(?:[-*+]|\d+[.)]|>)\s+(?:\[[ xX]\]\s+)?|[・※]\s*)/, '')
    .replace(/\*\*|__/g, '')
    .replace(/^(?:IMPORTANT|NOTE|WARNING|MUST|重要|注意|必須|禁止)\s*[:：]\s*/i, '')
    .trim();
  return plain
    .split(/(?<=[.!;])\s+(?=[A-Z`"“])|(?<=[。！])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
