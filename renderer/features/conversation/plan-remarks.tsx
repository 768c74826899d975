import { MessageSquarePlus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PlanComment } from '../../../shared/model/plan';
import { Button } from '../../ui/button';
import { focusOnMount } from '../../ui/focus-on-mount';
import { IconButton } from '../../ui/icon-button';
import { keyed } from '../../ui/keyed';
import { ScrollRegion } from '../../ui/scroll-region';
import { TextArea } from '../../ui/text-area';
import { TextInput } from '../../ui/text-input';

interface PlanRemarksProps {
  /** As the agent proposed it: remarks are about its lines. */
  plan: string;
  comments: readonly PlanComment[];
  /** The remark that is being written: an answer takes it along. */
  draft: PlanComment | undefined;
  words: string;
  onDraft: (draft: PlanComment | undefined) => void;
  onComments: (comments: PlanComment[]) => void;
  onWords: (words: string) => void;
}

/** With the remark that is being written, in the order of the lines. */
export function withDraft(comments: readonly PlanComment[], draft: PlanComment | undefined): PlanComment[] {
  const text = draft?.text.trim() ?? '';
  return draft === undefined || text === '' ? [...comments] : [...comments, { ...draft, text }].sort((a, b) => a.line - b.line);
}

/** The plan line by line with the person's remarks, which go back to the agent as text. */
export function PlanRemarks({ plan, comments, draft, words, onDraft, onComments, onWords }: PlanRemarksProps) {
  const { t } = useTranslation('conversation');
  const add = () => {
    onDraft(undefined);
    onComments(withDraft(comments, draft));
  };
  /** What was being written on another line is a remark by now. */
  const open = (line: number) => {
    if (draft?.line === line) return;
    add();
    onDraft({ line, text: '' });
  };
  return (
    <ScrollRegion name={t('plan.remarks')} className="h-full px-2 py-2">
      <TextArea
        name={t('plan.words')}
        placeholder={t('plan.wordsPlaceholder')}
        value={words}
        rows={2}
        maxHeight={120}
        onChange={(event) => onWords(event.target.value)}
        className="mb-2"
      />
      <ol aria-label={t('plan.lines')} className="font-mono text-sm">
        {keyed(plan.split('\n')).map(({ key, value: line }, index) => (
          <li key={key}>
            <div className="clickable flex min-h-[24px] items-start gap-2 rounded-md">
              <span className="w-7 shrink-0 select-none pt-[3px] text-right text-faint">{index + 1}</span>
              <span className="min-w-0 flex-1 whitespace-pre-wrap break-anywhere pt-[3px]">{line}</span>
              {line.trim() === '' ? undefined : (
                <IconButton
                  name={t('plan.remarkOn', { line: index + 1 })}
                  icon={<MessageSquarePlus size={13} />}
                  className="size-[22px] text-faint hover:text-ink"
                  onClick={() => open(index + 1)}
                />
              )}
            </div>
            <Remarks line={index + 1} comments={comments} onRemove={(gone) => onComments(comments.filter((one) => one !== gone))} />
            {draft?.line === index + 1 ? (
              <NewRemark draft={draft} onDraft={onDraft} onAdd={add} onCancel={() => onDraft(undefined)} />
            ) : undefined}
          </li>
        ))}
      </ol>
    </ScrollRegion>
  );
}

function Remarks({
  line,
  comments,
  onRemove,
}: {
  line: number;
  comments: readonly PlanComment[];
  onRemove: (comment: PlanComment) => void;
}) {
  const { t } = useTranslation('conversation');
  const own = comments.filter((comment) => comment.line === line);
  return keyed(own).map(({ key, value }) => (
    <div key={key} className="ml-9 flex items-center gap-2 border-warn border-l-2 pl-2 font-sans">
      <span className="min-w-0 flex-1 break-anywhere">{value.text}</span>
      <IconButton name={t('plan.removeRemark')} icon={<X size={13} />} className="size-[22px]" onClick={() => onRemove(value)} />
    </div>
  ));
}

interface NewRemarkProps {
  draft: PlanComment;
  onDraft: (draft: PlanComment) => void;
  onAdd: () => void;
  onCancel: () => void;
}

function NewRemark({ draft: { line, text }, onDraft, onAdd, onCancel }: NewRemarkProps) {
  const { t } = useTranslation('conversation');
  return (
    <div className="ml-9 flex gap-1.5 py-1 font-sans">
      <TextInput
        ref={focusOnMount}
        name={t('plan.remarkOn', { line })}
        placeholder={t('plan.remarkPlaceholder')}
        value={text}
        onChange={(event) => onDraft({ line, text: event.target.value })}
        onEnter={onAdd}
        onEscape={onCancel}
      />
      <Button disabled={text.trim() === ''} onClick={onAdd}>
        {t('plan.addRemark')}
      </Button>
    </div>
  );
}
