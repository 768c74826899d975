import type { ProgramTexts, ShellWord } from './parsed-command';

/** In front of values, and of files that hold some. */
const SOURCE = /^::::?\+?$/;
/** Where parallel puts a value; it quotes them. */
const MARK = /\{(?:[./]{0,3}|[#%]|[-+]?\d+[./]{0,3})\}/g;
/** Options by which it runs something else, gets its commands from a file, or calls marks otherwise. */
const NOT_SEEN = /^(?:-[A-Za-z0]*[aSIU]|--(?:arg-f|ssh|limit|rpl|filter|results=.*\{|I$|I=|profile|J))/;
const NAMES =
  /^(?:-[nNjPL]|--(?:jobs|max-\w+|delay|joblog|timeout|retries|colsep|delimiter|tagstring|workdir|wd|load|memfree|nice|halt|block|interval|equexit))$/;
const MOST_READINGS = 8;
const MOST_VALUES = 20;

/** The texts that parallel runs: its command with each value, or the values themselves where it has no command. */
export function parallelTexts(args: readonly ShellWord[], input: string | undefined): ProgramTexts {
  const found: ProgramTexts = { shell: [], commands: [] };
  const end = args.findIndex((word) => SOURCE.test(word.text));
  const front = end === -1 ? args : args.slice(0, end);
  const given = end === -1 ? [] : args.slice(end);
  const texts = commandTexts(front);
  const sources = given.filter((word) => SOURCE.test(word.text));
  const values = given.filter((word) => !SOURCE.test(word.text));
  const certain = sources.length === 1 && sources[0]?.text === ':::' && values.every(({ opaque, glob }) => !opaque && !glob);
  const isUnseen =
    texts.length > MOST_READINGS ||
    front.some((word) => word.opaque || NOT_SEEN.test(word.text)) ||
    texts.some((text) => text.includes('{='));
  if (isUnseen || (texts.length === 0 && sources.length > 0 && !certain))
    return { shell: texts, commands: [], unknown: 'parallel runs a text that is not known' };
  if (texts.length === 0) {
    if (sources.length === 0 && input === undefined) return { ...found, unknown: 'parallel runs what it reads from its input' };
    return { ...found, shell: sources.length === 0 ? [input ?? ''] : values.map(({ text }) => text) };
  }
  const fillings = certain && values.length <= MOST_VALUES ? values.map(({ text }) => `'${text.replace(/'/g, "'\\''")}'`) : ['"$1"'];
  return { ...found, shell: texts.flatMap((text) => fillings.map((value) => filled(text, value))) };
}

/** The command as one text; where it is not known whether an option takes the word in front of it, both readings. */
export function commandTexts(words: readonly ShellWord[]): string[] {
  const found: string[] = [];
  let mayBeValue = false;
  for (let at = 0; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    if (NAMES.test(text)) {
      at += 1;
      mayBeValue = false;
    } else if (/^-./.test(text)) mayBeValue = text !== '--' && !text.includes('=');
    else {
      found.push(
        words
          .slice(at)
          .map((word) => word.text)
          .join(' '),
      );
      if (!mayBeValue || found.length > MOST_READINGS) break;
      mayBeValue = false;
    }
  }
  return found;
}

function filled(text: string, value: string): string {
  const whole = text.replace(MARK, () => value);
  return whole === text ? `${text} ${value}` : whole;
}
