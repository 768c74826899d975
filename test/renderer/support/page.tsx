import { cleanup, configure, render } from '@testing-library/react';
import i18next from 'i18next';
import { type ReactNode, Suspense } from 'react';
import { afterEach, vi } from 'vitest';
import { useComposer } from '../../../renderer/stores/composer';
import { attachHost } from '../../../renderer/stores/host';
import { startLanguages } from '../../../renderer/stores/i18n';
import { followSession, openSession, useSession } from '../../../renderer/stores/session';
import { useToasts } from '../../../renderer/stores/toasts';
import { TooltipProvider } from '../../../renderer/ui/tooltip';
import type { ScriptedClient } from './scripted-client';

/** What jsdom lacks and the page needs: sizes, media queries, observers, threads. */
export function preparePage(): void {
  // As patient as `expect.poll`: on a busy machine a part that loads late comes late.
  configure({ asyncUtilTimeout: 20_000 });
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: false,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // Threads that never answer: code stays in plain ink.
  vi.stubGlobal(
    'Worker',
    class {
      addEventListener() {}
      postMessage() {}
      terminate() {}
    },
  );
  Object.defineProperties(HTMLElement.prototype, {
    clientHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 800 },
    offsetHeight: { configurable: true, get: () => 60 },
    offsetWidth: { configurable: true, get: () => 800 },
  });
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
}

export async function useLanguage(language: 'en' | 'ja'): Promise<void> {
  if (!i18next.isInitialized) await startLanguages();
  await i18next.changeLanguage(language);
}

let detach: (() => void)[] = [];

/** Ties the stores to a scripted host for one test. */
export function connect(client: ScriptedClient): ScriptedClient {
  const offHost = attachHost(client);
  detach.push(followSession(), offHost);
  return client;
}

export function show(content: ReactNode) {
  return render(
    <Suspense fallback={<p>waiting</p>}>
      <TooltipProvider>{content}</TooltipProvider>
    </Suspense>,
  );
}

export function resetPageAfterEach(): void {
  afterEach(async () => {
    cleanup();
    await openSession(undefined);
    for (const off of detach) off();
    detach = [];
    useSession.setState(useSession.getInitialState());
    useComposer.setState(useComposer.getInitialState());
    useToasts.setState({ toasts: [] });
    localStorage.clear();
  });
}
