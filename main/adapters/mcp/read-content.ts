import type {
  ContentBlock,
  ResourceContents,
  TextResourceContents,
  BlobResourceContents,
  Tool,
  Prompt,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/client';
import { pickIcon } from '../../core/mcp/pick-icon';
import type { ServerContent, ServerPrompt, ServerResource, ServerResourceTemplate, ServerTool } from '../../core/mcp/server-connection';

type Contents = ResourceContents | TextResourceContents | BlobResourceContents;

export function readContent(block: ContentBlock): ServerContent {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
    case 'audio':
      return { type: block.type, data: block.data, mimeType: block.mimeType };
    case 'resource':
      return readContents(block.resource);
    case 'resource_link':
      return {
        type: 'resource_link',
        uri: block.uri,
        name: block.name,
        ...optional({ mimeType: block.mimeType, description: block.description }),
      };
  }
}

export function readContents(contents: Contents): ServerContent {
  return {
    type: 'resource',
    uri: contents.uri,
    ...optional({
      mimeType: contents.mimeType,
      text: 'text' in contents && typeof contents.text === 'string' ? contents.text : undefined,
      blob: 'blob' in contents && typeof contents.blob === 'string' ? contents.blob : undefined,
    }),
  };
}

export function readTool(tool: Tool): ServerTool {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta: meta } = tool;
  const icon = pickIcon(tool.icons);
  return { name, inputSchema, ...optional({ title, icon, description, outputSchema, annotations, meta }) };
}

export function readResource(resource: Resource): ServerResource {
  const { uri, name, title, description, mimeType, size } = resource;
  return { uri, name, ...optional({ title, icon: pickIcon(resource.icons), description, mimeType, size }) };
}

export function readTemplate(template: ResourceTemplateType): ServerResourceTemplate {
  const { uriTemplate, name, title, description, mimeType } = template;
  return { uriTemplate, name, ...optional({ title, icon: pickIcon(template.icons), description, mimeType }) };
}

export function readPrompt(prompt: Prompt): ServerPrompt {
  const { name, title, description, arguments: given = [] } = prompt;
  return {
    name,
    ...optional({ title, icon: pickIcon(prompt.icons), description }),
    arguments: given.map((one) => ({ name: one.name, required: one.required === true, ...optional({ description: one.description }) })),
  };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are absent. */
export function optional<T extends object>(members: T): Present<T>;
export function optional(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
