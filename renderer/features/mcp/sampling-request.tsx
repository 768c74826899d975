import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelInfo } from '../../../shared/model/config';
import type { ServerRequest } from '../../../shared/model/mcp';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { Cost } from '../../ui/cost';
import { Fact } from '../../ui/fact';
import { useFormat } from '../../ui/format';
import { keyed } from '../../ui/keyed';
import { Select } from '../../ui/select';
import { Tokens } from '../../ui/tokens';
import type { Answering } from './answering';
import { Refusals } from './refusals';
import { RequestActions } from './request-actions';
import { ServerText } from './server-text';

/** A server wants an answer of a model: every word that would be sent, who would answer, and what it may cost at most. */
export function SamplingRequest({ request, ...answering }: Answering & { request: Extract<ServerRequest, { type: 'sampling' }> }) {
  const { t } = useTranslation('mcp');
  const format = useFormat();
  const { system, messages, maxTokens, stops, hints, tokens } = request;
  const [model, setModel] = useState(request.model);
  const { data } = useAnswer('models.list', {}, 'models');
  const usable = (data?.models ?? []).filter((one) => one.usable).map((one) => ({ ...one, key: `${one.provider}/${one.id}` }));
  const options = usable.map(({ key, name }) => ({ value: key, label: name }));
  const known = usable.find(({ key }) => key === model);
  return (
    <>
      <p className="text-muted text-sm">{t('ask.samplingNote')}</p>
      {system === undefined ? undefined : <ServerText name={t('ask.system')} text={system} />}
      <ol aria-label={t('ask.messages')} className="flex flex-col gap-1.5">
        {keyed(messages).map(({ key, value }) => (
          <li key={key} className="flex min-w-0 flex-col items-start gap-1">
            <Chip>{t(`role.${value.role}`)}</Chip>
            <ServerText name={t(`role.${value.role}`)} text={value.text} className="w-full" />
          </li>
        ))}
      </ol>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-3 gap-y-1 text-sm">
        <Fact name={t('ask.model')}>
          <Select
            name={t('ask.model')}
            value={model}
            options={options.some(({ value }) => value === model) ? options : [{ value: model, label: model }, ...options]}
            onChange={setModel}
          />
        </Fact>
        {hints.length === 0 ? undefined : (
          <Fact name={t('ask.hints')}>
            <ServerText name={t('ask.hints')} text={hints.join(', ')} />
          </Fact>
        )}
        {stops.length === 0 ? undefined : (
          <Fact name={t('ask.stops')}>
            <ServerText name={t('ask.stops')} text={stops.map((stop) => JSON.stringify(stop)).join(', ')} />
          </Fact>
        )}
        <Fact name={t('ask.size')}>
          <Tokens bare count={tokens} estimated /> {t('ask.atMost', { tokens: format.count(maxTokens) })}
        </Fact>
        <Fact name={t('ask.price')}>
          <Cost usd={known && mostCost(known, tokens, maxTokens)} />
        </Fact>
      </dl>
      <RequestActions>
        <Button
          disabled={answering.sent}
          onClick={() => answering.answer({ action: 'accept', ...(model === request.model ? {} : { model }) })}
        >
          {t('ask.let')}
        </Button>
        <Refusals {...answering} />
      </RequestActions>
    </>
  );
}

/** US dollars for the whole of what is sent and may come; undefined where the price is not known. */
function mostCost({ price, above }: Pick<ModelInfo, 'price' | 'above'>, sent: number, most: number): number | undefined {
  const counts = above && sent > above.promptTokens ? above.price : price;
  return counts && (sent * counts.input + most * counts.output) / 1_000_000;
}
