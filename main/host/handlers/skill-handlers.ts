import { join } from 'node:path';
import { methods } from '../../../shared/contract/methods';
import { CodedError } from '../../../shared/model/failure';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import { handle } from '../dispatch';
import type { HostServices } from '../host-services';
import type { SkillLibrary } from '../skills/skill-library';

export function skillHandlers(services: HostServices) {
  const { ports, registry, models, readConfig } = services;
  let library: Promise<SkillLibrary> | undefined;
  /** Loaded when somebody first looks at skills. */
  const open = (): Promise<SkillLibrary> => {
    library ??= import('../skills/skill-library').then(({ SkillLibrary: Library }) => new Library(services));
    return library;
  };

  async function resolveFolder(path: string): Promise<string> {
    const folder = await ports.files.realpath(path);
    if ((await ports.files.stat(folder))?.kind !== 'directory') throw new CodedError('not-found', `no folder ${path}`);
    return folder;
  }

  return {
    'skills.tree': handle(methods['skills.tree'], async ({ folder, model }) => (await open()).tree(await resolveFolder(folder), model)),
    'skills.preview': handle(methods['skills.preview'], async ({ folder, path, text, args }) =>
      (await open()).preview(await resolveFolder(folder), path, text, args),
    ),
    'skills.ledger': handle(methods['skills.ledger'], ({ session }) =>
      registry.read(session, async ({ source }) => {
        const { SkillLedger } = await import('../../core/skills/skill-ledger');
        const ledger = new SkillLedger();
        for await (const event of source.read(0)) if (isKnownEvent(event)) ledger.note(event);
        return { turns: await ledger.read(source) };
      }),
    ),
    'skills.triggers': handle(methods['skills.triggers'], async ({ folder, name }) => {
      const [{ parseTriggers, TRIGGERS_FILE }, { readText }] = await Promise.all([
        import('../../core/skills/triggers'),
        import('../../core/kernel/read-text'),
      ]);
      const skill = await (await open()).find(await resolveFolder(folder), name);
      const path = join(skill.folder, TRIGGERS_FILE);
      const read = await readText(ports.files, path, 1024 * 1024);
      const triggers = await parseTriggers('problem' in read ? '' : read.text, path);
      return { path, ...triggers };
    }),
    'skills.tryTrigger': handle(methods['skills.tryTrigger'], async ({ folder, name, prompt, model: wanted }, { closed }) => {
      const resolved = await resolveFolder(folder);
      const config = await readConfig();
      const model = await models.choose(wanted, config);
      const [{ tryTrigger }, { withPassingTools }, provider, policy, trusted] = await Promise.all([
        import('../skills/try-trigger'),
        import('../sessions/passing-tools'),
        models.provider(model, config),
        services.openPolicy(resolved),
        services.isTrusted(resolved),
      ]);
      await (await open()).find(resolved, name);
      const ground = { ports, folder: resolved, trusted, config, policy, model, provider };
      return withPassingTools(services, ground, (passing) => tryTrigger(name, prompt, { ...ground, ...passing }, closed));
    }),
  };
}
