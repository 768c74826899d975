import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerDetail } from '../../../shared/model/mcp';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/fact';
import { ArgumentInput } from './argument-input';
import { fillTemplate, variablesOf } from './fill-template';
import type { Following } from './follow-resource';
import { OfferDetail } from './offer-detail';
import { ResourcePreview } from './resource-detail';
import type { ServerPlace } from './server-place';

/** A template with a field for each variable, the address that comes of them, and what stands there. */
export function TemplateDetail({
  template,
  following,
  ...place
}: ServerPlace & { template: ServerDetail['templates'][number]; following: Following }) {
  const { t } = useTranslation('mcp');
  const { uriTemplate, name, title, description } = template;
  const variables = variablesOf(uriTemplate);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [read, setRead] = useState<string>();
  const uri = fillTemplate(uriTemplate, values);
  const isReady = variables.some((variable) => (values[variable] ?? '') !== '') || variables.length === 0;
  const open = () => {
    if (isReady) setRead(uri);
  };
  return (
    <OfferDetail name={name} title={title} icon={template.icon} description={description}>
      <div className="flex max-w-[520px] flex-col gap-2">
        {variables.map((variable) => (
          <ArgumentInput
            key={variable}
            place={place}
            of={{ type: 'template', uriTemplate }}
            name={variable}
            required={false}
            value={values[variable] ?? ''}
            onChange={(value) => setValues({ ...values, [variable]: value })}
            onEnter={open}
          />
        ))}
      </div>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <Fact name={t('resources.template')}>
          <code>{uriTemplate}</code>
        </Fact>
        <Fact name={t('resources.uri')}>
          <code>{uri}</code>
        </Fact>
      </dl>
      <div>
        <Button look="solid" disabled={!isReady} onClick={open}>
          {t('resources.read')}
        </Button>
      </div>
      {read === undefined ? undefined : <ResourcePreview key={read} {...place} following={following} uri={read} />}
    </OfferDetail>
  );
}
