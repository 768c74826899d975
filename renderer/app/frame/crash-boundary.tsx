import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';

interface CrashBoundaryProps {
  children: ReactNode;
  /** A change builds the pane again. */
  resetKey?: string;
}
interface CrashState {
  message: string | undefined;
  key: string | undefined;
}

/** Keeps a failing pane to itself: the rest of the window goes on. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { message: undefined, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<CrashState> {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  static getDerivedStateFromProps(props: CrashBoundaryProps, state: CrashState): Partial<CrashState> | null {
    return props.resetKey === state.key ? null : { message: undefined, key: props.resetKey };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return <CrashNote message={message} onAgain={() => this.setState({ message: undefined })} />;
  }
}

function CrashNote({ message, onAgain }: { message: string; onAgain: () => void }) {
  const { t } = useTranslation('frame');
  return (
    <div role="alert" className="flex flex-col items-start gap-2 p-6">
      <h2 className="font-semibold">{t('crash.title')}</h2>
      <p className="break-anywhere text-muted text-sm">{t('crash.body', { message })}</p>
      <Button onClick={onAgain}>{t('crash.again')}</Button>
    </div>
  );
}
