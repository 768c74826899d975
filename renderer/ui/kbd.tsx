import { cx } from './cx';

export const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');

/** Writes `Mod+K` the way this system does. */
export function keysText(keys: string): string {
  return keys
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→')
    .replace('Shift', isMac ? '⇧' : 'Shift')
    .replaceAll('+', isMac ? '' : ' ');
}

export function Kbd({ keys, inverse = false }: { keys: string; inverse?: boolean }) {
  return (
    <kbd
      className={cx('rounded-sm border px-1 font-sans text-xs', inverse ? 'border-current opacity-75' : 'border-line bg-panel text-muted')}
    >
      {keysText(keys)}
    </kbd>
  );
}
