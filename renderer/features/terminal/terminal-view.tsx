import './terminal.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TerminalInfo } from '../../../shared/model/terminal';
import { useTerminals } from '../../stores/terminals';
import { useUi } from '../../stores/ui';
import { cleanPaste, needsAsking } from './clean-paste';
import { PasteDialog } from './paste-dialog';
import { SearchBar } from './search-bar';
import { TerminalBar } from './terminal-bar';
import { takeKeys } from './terminal-keys';
import { useXterm } from './use-xterm';

/** One terminal: its bar, its screen, and what asks before a paste. */
export function TerminalView({ info, title }: { info: TerminalInfo; title: string }) {
  const { t } = useTranslation('terminal');
  const screen = useRef<HTMLDivElement>(null);
  const readAloud = useUi((state) => state.terminalReader);
  const focusRequest = useTerminals((state) => (state.shown === info.id ? state.focusRequest : 0));
  const xterm = useXterm(screen, info, readAloud);
  const [pasting, setPasting] = useState<string>();
  const [searching, setSearching] = useState(false);

  useEffect(() => {
    if (xterm && focusRequest > 0) xterm.terminal.focus();
  }, [xterm, focusRequest]);
  useEffect(() => {
    if (xterm) takeKeys(xterm.terminal, { copy: () => copySelection(xterm.terminal.getSelection()), search: () => setSearching(true) });
  }, [xterm]);

  return (
    <section aria-label={title} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TerminalBar info={info} onSearch={() => setSearching(true)} onCopy={() => copySelection(xterm?.terminal.getSelection() ?? '')} />
      {searching && xterm ? (
        <SearchBar
          search={xterm.search}
          onClose={() => {
            setSearching(false);
            xterm.terminal.focus();
          }}
        />
      ) : undefined}
      <div
        ref={screen}
        role="group"
        aria-label={t('screen')}
        className="terminal-screen min-h-0 min-w-0 flex-1 overflow-hidden bg-bg"
        onPasteCapture={(event) => {
          event.preventDefault();
          event.stopPropagation();
          const text = cleanPaste(event.clipboardData.getData('text/plain'));
          if (needsAsking(text)) setPasting(text);
          else if (text !== '') xterm?.terminal.paste(text);
        }}
        onDrop={(event) => event.preventDefault()}
      />
      {pasting === undefined ? undefined : (
        <PasteDialog
          text={pasting}
          onPaste={(text) => xterm?.terminal.paste(text)}
          onClose={() => setPasting(undefined)}
          onClosed={() => xterm?.terminal.focus()}
        />
      )}
    </section>
  );
}

function copySelection(text: string): void {
  if (text !== '') void navigator.clipboard.writeText(text).catch(() => undefined);
}
