import { StrictMode, Suspense } from 'react';
import { TooltipProvider } from '../ui/tooltip';
import { CrashBoundary } from './frame/crash-boundary';
import { Frame } from './frame/frame';

export function App() {
  return (
    <StrictMode>
      <Suspense fallback={undefined}>
        <CrashBoundary>
          <TooltipProvider>
            <Frame />
          </TooltipProvider>
        </CrashBoundary>
      </Suspense>
    </StrictMode>
  );
}
