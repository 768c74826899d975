import { isTyping } from '../ui/is-typing';
import { COMMANDS, type Command } from './commands';

/** Runs commands by their keys. A key that an input method or an open dialog or menu needs is left alone. */
export function followShortcuts(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const command = COMMANDS.find((entry) => matchesKeys(event, entry));
    if (!command || (isBare(command) && isTyping(event.target))) return;
    if (isBare(command) && document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    command.run();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

function isBare({ keys }: Command): boolean {
  return keys !== undefined && !/^(Mod|Alt)\+/.test(keys);
}

export function matchesKeys(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  { keys }: Pick<Command, 'keys'>,
): boolean {
  if (!keys) return false;
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const mod = event.ctrlKey || event.metaKey;
  if (parts.includes('Mod') !== mod || parts.includes('Alt') !== event.altKey) return false;
  if (parts.includes('Mod') && event.shiftKey) return false;
  return event.key === key || (key.length === 1 && event.key.toLowerCase() === key.toLowerCase());
}
