import { z } from 'zod';

/** Bounds of one sandboxed command. Memory is per process, and of the whole session where the system can count that. */
export const sandboxLimitsSchema = z.object({ processes: z.int(), memoryBytes: z.int(), fileBytes: z.int() });
export type SandboxLimits = z.infer<typeof sandboxLimitsSchema>;

/**
 * What the sandbox grants to a command; everything else is refused. Paths are absolute. The system's programs, a private temp folder and
 * what the tools of the person need to run are always readable and not listed.
 */
export const sandboxGrantSchema = z.object({
  folder: z.string(),
  /** Folders and files that may be changed, the project first. */
  writable: z.array(z.string()),
  /** Below what is writable and kept as it is: absolute paths, or names (`name`, `folder/`, `start*`) at the top of a writable folder. */
  neverWritable: z.array(z.string()),
  readable: z.array(z.string()),
  /** Hidden, beside the guarded secrets and what rules deny by a pattern. */
  unreadable: z.array(z.string()),
  /** Hosts (`name`, `*.name`, `name:port`, an address) that the network is open to. */
  hosts: z.array(z.string()),
  deniedHosts: z.array(z.string()),
  /** True: sockets that lie in the file system may be used, where one can be seen. */
  unixSockets: z.boolean(),
  /** True: a command may make namespaces of its own, as browsers do for their own sandbox. */
  nestedNamespaces: z.boolean(),
  limits: sandboxLimitsSchema,
});
export type SandboxGrant = z.infer<typeof sandboxGrantSchema>;

/** How a command would run: isolated with a grant, or not, and why not. */
export const commandIsolationSchema = z.discriminatedUnion('isolated', [
  z.object({ isolated: z.literal(true), grant: sandboxGrantSchema }),
  z.object({
    isolated: z.literal(false),
    /** `off`: by the settings; `unavailable`: this machine has none; `excluded`: the settings run this command outside. */
    why: z.enum(['off', 'unavailable', 'excluded']),
    detail: z.string(),
  }),
]);
export type CommandIsolation = z.infer<typeof commandIsolationSchema>;

/** Something that a command tried and the sandbox refused. `target` is a path, or `host:port`. */
export const sandboxRefusalSchema = z.object({
  kind: z.enum(['write', 'read', 'host']),
  target: z.string(),
  /** Why a wider grant would not help, or is not offered: it is a secret, or protected by the host itself. */
  firm: z.string().optional(),
});
export type SandboxRefusal = z.infer<typeof sandboxRefusalSchema>;
