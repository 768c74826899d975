import { MessagesSquare, RotateCcw, Send, Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgentNode } from '../../../shared/model/agent-node';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { selectAgent } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/text-area';

/** Opens its conversation, stops it, sends it on, tells it something. */
export function NodeActions({ session, node, isOpen = false }: { session: string; node: AgentNode; isOpen?: boolean }) {
  const { t } = useTranslation('agents');
  const readOnly = useSession((state) => state.readOnlyOwner !== undefined);
  const [text, setText] = useState('');
  const { agent } = node;
  const send = () => {
    const message = text.trim();
    if (message === '') return;
    setText('');
    call('agent.message', { session, agent, text: message }).catch((error: unknown) => {
      setText(message);
      reportFailure(error);
    });
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-1.5">
        {isOpen ? undefined : (
          <Button onClick={() => selectAgent(agent)}>
            <MessagesSquare size={13} aria-hidden />
            {t('action.open')}
          </Button>
        )}
        {node.state === 'running' ? (
          <Button look="danger" disabled={readOnly} onClick={() => void call('agent.stop', { session, agent }).catch(reportFailure)}>
            <Square size={13} aria-hidden />
            {t('action.stop')}
          </Button>
        ) : node.state === 'completed' ? undefined : (
          <Button disabled={readOnly} onClick={() => void call('agent.retry', { session, agent }).catch(reportFailure)}>
            <RotateCcw size={13} aria-hidden />
            {t('action.retry')}
          </Button>
        )}
      </div>
      {readOnly ? undefined : (
        <div className="flex items-end gap-1.5">
          <TextArea
            name={t('action.messageName', { agent: agent.split('/').at(-1) })}
            placeholder={t(node.state === 'running' ? 'action.messageRunning' : 'action.messageEnded')}
            value={text}
            maxHeight={120}
            onChange={(event) => setText(event.target.value)}
            onSend={send}
            className="min-w-0 flex-1"
          />
          <Button disabled={text.trim() === ''} onClick={send}>
            <Send size={13} aria-hidden />
            {t('action.send')}
          </Button>
        </div>
      )}
    </div>
  );
}
