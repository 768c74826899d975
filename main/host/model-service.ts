import { BASE_URL_FAULTS, faultOfBaseUrl } from '../../shared/model/base-url';
import type { Config, ModelInfo } from '../../shared/model/config';
import { CodedError } from '../../shared/model/failure';
import { defaultModelName, findModel, listModels, modelName } from '../core/providers/catalogue';
import type { ModelProvider } from '../core/providers/provider';
import type { Credentials } from './credentials';
import type { HostPorts } from './host-ports';
import { listScripts, loadScript } from './scripts';

const SOURCES = { invocation: '--base-url', settings: 'the base URL in the settings', environment: 'ANTHROPIC_BASE_URL', default: '' };

interface Endpoint {
  url?: string;
  from: 'invocation' | 'settings' | 'environment' | 'default';
}

/** Which models there are, which one a session gets, and what talks to it. */
export class ModelService {
  readonly #ports: HostPorts;
  readonly #credentials: Credentials;
  readonly #played = new Map<string, ModelProvider>();

  constructor(ports: HostPorts, credentials: Credentials) {
    this.#ports = ports;
    this.#credentials = credentials;
  }

  /** `provider/model` of a new session; rejects with `bad-request` for a name that means nothing. */
  async choose(wanted: string | undefined, config: Config): Promise<ModelInfo> {
    const name = wanted ?? defaultModelName(config.model, (await this.#credentials.kind()) !== 'none');
    const model = findModel(name, config.models);
    if (model === undefined) throw new CodedError('bad-request', `no model ${JSON.stringify(name)}: give it as provider/model`);
    return model;
  }

  async list(config: Config): Promise<{ models: Array<ModelInfo & { usable: boolean }>; current: string }> {
    const credential = (await this.#credentials.kind()) !== 'none';
    const models = listModels(config.models, await listScripts(this.#ports)).map((model) => ({
      ...model,
      usable: model.provider === 'scripted' || credential,
    }));
    return { models, current: defaultModelName(config.model, credential) };
  }

  /** Rejects with `no-credential` before anything is sent. The key is asked for again with every request. */
  async provider(model: ModelInfo, config: Config): Promise<ModelProvider> {
    if (model.provider === 'scripted') return this.#scripted(model.id);
    const { createAnthropicProvider } = await import('../adapters/providers/anthropic-provider');
    const { logger } = this.#ports;
    if ((await this.#credentials.key()) === undefined)
      throw new CodedError('no-credential', `no key for ${modelName(model)}: set one in the settings, or ANTHROPIC_API_KEY`);
    const baseUrl = usableUrl(findEndpoint(this.#ports, config));
    return createAnthropicProvider({
      name: 'anthropic',
      apiKey: () => this.#credentials.key(),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      logger,
    });
  }

  /** One for all turns of a script: it keeps what a server would keep. */
  async #scripted(name: string): Promise<ModelProvider> {
    const known = this.#played.get(name);
    if (known !== undefined) return known;
    const script = await loadScript(this.#ports, name);
    const { createAnthropicProvider } = await import('../adapters/providers/anthropic-provider');
    const { createScriptedFetch } = await import('../adapters/providers/scripted-fetch');
    const provider = createAnthropicProvider({
      name: 'scripted',
      apiKey: async () => 'scripted',
      baseUrl: 'https://scripted.invalid',
      fetch: createScriptedFetch({ name, script, now: () => this.#ports.clock.now() }),
      logger: this.#ports.logger,
    });
    this.#played.set(name, provider);
    return provider;
  }
}

/** Where requests go, and what says so; no `url`: the provider's own address. */
export function findEndpoint({ invocation, env }: HostPorts, config: Config): Endpoint {
  if (invocation?.baseUrl !== undefined) return { url: invocation.baseUrl, from: 'invocation' };
  if (config.baseUrl !== undefined) return { url: config.baseUrl, from: 'settings' };
  const url = env['ANTHROPIC_BASE_URL'];
  return url === undefined ? { from: 'default' } : { url, from: 'environment' };
}

/** Rejects an address to which no request can go. Nothing goes to the usual one instead: whoever names another may not want it to. */
export function usableUrl({ url, from }: Endpoint): string | undefined {
  const fault = url === undefined ? undefined : faultOfBaseUrl(url);
  if (fault !== undefined) throw new CodedError('bad-request', `${SOURCES[from]} cannot be used: ${BASE_URL_FAULTS[fault]}`);
  return url;
}
