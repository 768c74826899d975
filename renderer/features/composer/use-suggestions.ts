import { useEffect, useState } from 'react';
import { useFolder } from '../../stores/folder';
import { call } from '../../stores/host';
import { useSession } from '../../stores/session';
import type { Ask } from './suggestions';

export interface Suggestion {
  value: string;
  label: string;
  note: string;
}
export interface Suggestions {
  list: Suggestion[];
  partial: boolean;
  /** False until the host has answered for this very question. */
  ready: boolean;
}

const NONE: Suggestions = { list: [], partial: false, ready: false };
const LIMIT = 30;

/** Asks the host for what fits the word at the caret. A later question makes an earlier answer void. */
export function useSuggestions(ask: Ask | undefined): Suggestions {
  const [found, setFound] = useState(NONE);
  const folder = useSession((state) => state.state?.folder);
  const here = useFolder((state) => state.folder);
  const type = ask?.type;
  const query = ask?.query;
  const root = folder ?? here;
  useEffect(() => {
    setFound(NONE);
    if (!type || query === undefined || !root) return;
    let current = true;
    const answer = type === 'command' ? findCommands(root, query) : findFiles(root, query);
    answer.then(
      (next) => {
        if (current) setFound(next);
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [type, query, root]);
  return found;
}

async function findCommands(folder: string, query: string): Promise<Suggestions> {
  const { commands } = await call('folder.commands', { folder });
  const word = query.toLowerCase();
  const starts = commands.filter(({ name }) => name.toLowerCase().startsWith(word));
  const holds = commands.filter(({ name }) => !name.toLowerCase().startsWith(word) && name.toLowerCase().includes(word));
  const list = [...starts, ...holds].slice(0, LIMIT).map(({ name, description, argumentHint }) => ({
    value: name,
    label: `/${name}${argumentHint ? ` ${argumentHint}` : ''}`,
    note: description,
  }));
  return { list, partial: false, ready: true };
}

async function findFiles(folder: string, query: string): Promise<Suggestions> {
  const { files, partial } = await call('folder.files', { folder, query, limit: LIMIT });
  return { list: files.map((path) => ({ value: path, label: path, note: '' })), partial, ready: true };
}
