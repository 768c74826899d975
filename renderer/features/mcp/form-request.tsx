import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRequest } from '../../../shared/model/mcp';
import { Button } from '../../ui/button';
import type { Answering } from './answering';
import { Refusals } from './refusals';
import { RequestActions } from './request-actions';
import { defaultsOf, fieldsOf, problemOf } from './schema-fields';
import { type FormValue, SchemaForm } from './schema-form';
import { ServerText } from './server-text';

/** A server asks for values: the person fills in, changes what it proposes, or refuses. */
export function FormRequest({ request, ...answering }: Answering & { request: Extract<ServerRequest, { type: 'form' }> }) {
  const { t } = useTranslation('mcp');
  const { fields } = useMemo(() => fieldsOf(request.schema), [request.schema]);
  const [value, setValue] = useState<FormValue>(() => defaultsOf(fields));
  const isReady = fields.every((field) => problemOf(field, value[field.key]) === undefined);
  const send = () => {
    if (isReady && !answering.sent) answering.answer({ action: 'accept', content: { ...value } });
  };
  return (
    <>
      {request.message === '' ? undefined : <ServerText name={t('ask.message')} text={request.message} />}
      <p className="text-muted text-sm">{t('ask.formNote')}</p>
      <SchemaForm fields={fields} value={value} onChange={setValue} onEnter={send} />
      <RequestActions>
        <Button look="solid" disabled={!isReady || answering.sent} onClick={send}>
          {t('ask.send', { server: request.server })}
        </Button>
        <Refusals {...answering} />
      </RequestActions>
    </>
  );
}
