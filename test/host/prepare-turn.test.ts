import { expect, it } from 'vitest';
import { createHostServices } from '../../main/host/create-host-services';
import { createTurnPreparation } from '../../main/host/prepare-turn';
import { createHostFixture } from '../support/host-fixture';

it('has the shell parser loaded afterwards, and loads once for any number of clients', async () => {
  const fixture = await createHostFixture();
  const { services } = createHostServices(fixture.ports, async () => undefined);
  expect(fixture.ports.shellParser.parse('ls').unknown).toBeDefined();
  const first = services.prepareTurn();
  expect(services.prepareTurn()).toBe(first);
  await first;
  expect(fixture.ports.shellParser.parse('ls')).toMatchObject({ command: 'ls', parts: [{ text: 'ls' }] });
  expect(fixture.ports.shellParser.parse('ls').unknown).toBeUndefined();
  await fixture.close();
});

it('loads the rest when one thing cannot be loaded', async () => {
  const fixture = await createHostFixture();
  const { services } = createHostServices(fixture.ports, async () => undefined);
  await createTurnPreparation({ ...services, readConfig: () => Promise.reject(new Error('no settings')) })();
  expect(fixture.ports.shellParser.parse('ls').unknown).toBeUndefined();
  await fixture.close();
});
