import { parseTemplate } from 'url-template';

/** Variables of a URI template (RFC 6570) in their order, each once. */
export function variablesOf(uriTemplate: string): string[] {
  const found = [...uriTemplate.matchAll(/\{[+#./;?&]?([^{}]+)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((variable) => variable.trim().replace(/(\*|:\d+)$/, '')),
  );
  return [...new Set(found)].filter((name) => name !== '');
}

/** The address of a template with its variables put in; what is empty is left out. */
export function fillTemplate(uriTemplate: string, values: Readonly<Record<string, string>>): string {
  return parseTemplate(uriTemplate).expand(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')));
}
