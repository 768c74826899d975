import type { HostPorts } from './host-ports';

const KEY_NAME = 'anthropic-api-key';

/** The key for the model: from the system's key store, from this process's memory where there is none, else the environment. */
export class Credentials {
  readonly #ports: Pick<HostPorts, 'secrets' | 'env'>;
  #memory: string | undefined;

  constructor(ports: Pick<HostPorts, 'secrets' | 'env'>) {
    this.#ports = ports;
  }

  async key(): Promise<string | undefined> {
    return this.#memory ?? (await this.#ports.secrets.read(KEY_NAME)) ?? this.#fromEnvironment();
  }

  async kind(): Promise<'none' | 'environment' | 'stored'> {
    if (this.#memory !== undefined || (await this.#ports.secrets.read(KEY_NAME)) !== undefined) return 'stored';
    return this.#fromEnvironment() === undefined ? 'none' : 'environment';
  }

  /** `memory`: the system keeps no key, so the secret is gone when this process ends. */
  async set(key: string): Promise<'os' | 'memory'> {
    if (this.#ports.secrets.kind === 'none') {
      this.#memory = key;
      return 'memory';
    }
    await this.#ports.secrets.write(KEY_NAME, key);
    return 'os';
  }

  async clear(): Promise<void> {
    this.#memory = undefined;
    await this.#ports.secrets.clear(KEY_NAME);
  }

  #fromEnvironment(): string | undefined {
    const key = this.#ports.env['ANTHROPIC_API_KEY'];
    return key === undefined || key.trim() === '' ? undefined : key.trim();
  }
}
