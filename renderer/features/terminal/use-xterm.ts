import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TerminalInfo } from '../../../shared/model/terminal';
import { call } from '../../stores/host';
import { attachTerminal } from './attach-terminal';
import { createXterm, type Xterm } from './create-xterm';
import { openStrictly } from './open-strictly';
import { onThemeChange, readTheme } from './terminal-theme';

/** The screen of a terminal in an element, for as long as that stands. It has the size of the element, and of the host's terminal. */
export function useXterm(host: RefObject<HTMLElement | null>, info: TerminalInfo, readAloud: boolean): Xterm | undefined {
  const { t } = useTranslation('terminal');
  const [xterm, setXterm] = useState<Xterm>();
  const { id, size } = info;
  const name = t('input');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size at the start; later ones are followed below
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = createXterm({ size, readAloud, name });
    openStrictly(made.terminal, element);
    const offs = [attachTerminal(id, made.terminal), onThemeChange(() => Object.assign(made.terminal.options, { theme: readTheme() }))];
    const fit = () => fitToElement(id, made);
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    element.addEventListener('focusin', fit);
    setXterm(made);
    return () => {
      for (const off of offs) off();
      observer.disconnect();
      element.removeEventListener('focusin', fit);
      made.terminal.dispose();
      setXterm(undefined);
    };
  }, [host, id, readAloud, name]);

  // Another window may have another size for it: then that one counts here as well.
  useEffect(() => {
    if (xterm && (xterm.terminal.cols !== size.columns || xterm.terminal.rows !== size.rows))
      xterm.terminal.resize(size.columns, size.rows);
  }, [xterm, size.columns, size.rows]);
  return xterm;
}

function fitToElement(id: string, { terminal, fit }: Xterm): void {
  const wanted = fit.proposeDimensions();
  if (!wanted || !Number.isFinite(wanted.cols) || !Number.isFinite(wanted.rows)) return;
  const size = { columns: Math.max(2, wanted.cols), rows: Math.max(1, wanted.rows) };
  if (terminal.cols === size.columns && terminal.rows === size.rows) return;
  terminal.resize(size.columns, size.rows);
  void call('terminal.resize', { terminal: id, size }).catch(() => undefined);
}
