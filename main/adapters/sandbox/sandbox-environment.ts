import { join } from 'node:path';
import { withoutSecretVariables } from '../shell/secret-variables';
import { PROXY_PORT } from './network-space';

/** Addresses of the machine's daemons: inside, they are of use to nothing but a leak. */
const HIDDEN: readonly RegExp[] = [
  /^(?:DISPLAY|WAYLAND_DISPLAY|WAYLAND_SOCKET|XAUTHORITY|XDG_RUNTIME_DIR|XDG_SESSION_\w+|SESSION_MANAGER|DESKTOP_STARTUP_ID)$/,
  /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS|GIT_ASKPASS|SUDO_ASKPASS|GPG_AGENT_INFO|GNOME_KEYRING_\w+|GPG_TTY)$/,
  /^(?:DBUS_\w+|DOCKER_HOST|DOCKER_CONTEXT|CONTAINER_HOST|KUBECONFIG|PULSE_SERVER|PIPEWIRE_\w+|SYSTEMD_\w+|NOTIFY_SOCKET|LISTEN_\w+)$/,
  /^VSCODE_\w+$/,
  /^(?:https?|all|ftp|no)_proxy$/i,
  /^(?:LD_PRELOAD|LD_AUDIT|BASH_ENV|ENV|PROMPT_COMMAND)$/,
];

export interface SandboxPlaces {
  temp: string;
  /** The name that the command gives to the proxy; undefined where no proxy is there. */
  client: string | undefined;
  /** Where the proxy listens, if not where it does in a network of the session. */
  port?: number | undefined;
}

/** The environment of a command, with its temporary files and caches in the private folder. */
export function sandboxEnvironment(
  given: Readonly<Record<string, string>>,
  { temp, client, port = PROXY_PORT }: SandboxPlaces,
): Record<string, string> {
  const kept = Object.entries(withoutSecretVariables(given)).filter(([name]) => !HIDDEN.some((pattern) => pattern.test(name)));
  return {
    ...Object.fromEntries(kept),
    TMPDIR: temp,
    XDG_CACHE_HOME: join(temp, 'cache'),
    npm_config_cache: join(temp, 'cache/npm'),
    ...(client === undefined ? {} : proxyVariables(`http://${client}:-@127.0.0.1:${port}`)),
  };
}

function proxyVariables(address: string): Record<string, string> {
  const direct = 'localhost,127.0.0.1,::1';
  return {
    HTTP_PROXY: address,
    HTTPS_PROXY: address,
    ALL_PROXY: address,
    http_proxy: address,
    https_proxy: address,
    all_proxy: address,
    NO_PROXY: direct,
    no_proxy: direct,
    NODE_USE_ENV_PROXY: '1',
  };
}
