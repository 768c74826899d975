import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerDetail } from '../../../shared/model/mcp';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { CopyButton } from '../../ui/copy-button';
import { keyed } from '../../ui/keyed';
import { ArgumentInput } from './argument-input';
import { ContentList } from './content-list';
import { OfferDetail } from './offer-detail';
import { promptCommand } from './prompt-command';
import { ServerAnswer } from './server-answer';
import type { ServerPlace } from './server-place';

type Prompt = ServerDetail['prompts'][number];
type Values = Readonly<Record<string, string>>;

/** A prompt with a field for each argument, the command that does the same in a session, and the messages it would put in. */
export function PromptDetail({ prompt, ...place }: ServerPlace & { prompt: Prompt }) {
  const { t } = useTranslation('mcp');
  const { name, title, description } = prompt;
  const [values, setValues] = useState<Values>({});
  const [asked, setAsked] = useState<Values>();
  const isReady = prompt.arguments.every((argument) => !argument.required || (values[argument.name] ?? '') !== '');
  const show = () => {
    if (isReady) setAsked(values);
  };
  const command = promptCommand(prompt, values);
  return (
    <OfferDetail name={name} title={title} icon={prompt.icon} description={description}>
      <div className="flex max-w-[520px] flex-col gap-2">
        {prompt.arguments.map((argument) => (
          <ArgumentInput
            key={argument.name}
            place={place}
            of={{ type: 'prompt', name }}
            name={argument.name}
            note={argument.description}
            required={argument.required}
            value={values[argument.name] ?? ''}
            onChange={(value) => setValues({ ...values, [argument.name]: value })}
            onEnter={show}
          />
        ))}
      </div>
      <p className="flex flex-wrap items-center gap-1.5 text-sm">
        <span className="text-muted">{t('prompts.command')}</span>
        <code className="break-anywhere">{command}</code>
        <CopyButton name={t('prompts.copy')} text={command} />
      </p>
      <div>
        <Button look="solid" disabled={!isReady} onClick={show}>
          {t('prompts.show')}
        </Button>
      </div>
      {asked ? <Messages {...place} prompt={name} input={asked} /> : undefined}
    </OfferDetail>
  );
}

function Messages({ folder, server, stamp, prompt, input }: ServerPlace & { prompt: string; input: Values }) {
  const { t } = useTranslation('mcp');
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
  const key = JSON.stringify([server, prompt, given, stamp]);
  const answer = useAnswer('mcp.getPrompt', { folder, server, prompt, input: given }, key);
  return (
    <ServerAnswer title={t('prompts.messages')} answer={answer}>
      {({ messages }) => (
        <ol aria-label={t('prompts.messages')} className="flex flex-col gap-3">
          {keyed(messages).map(({ key: at, value: { role, content } }) => (
            <li key={at} className="flex min-w-0 flex-col items-start gap-1">
              <Chip>{t(`role.${role}`)}</Chip>
              <div className="w-full min-w-0">
                <ContentList content={[content]} name={t(`role.${role}`)} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </ServerAnswer>
  );
}
