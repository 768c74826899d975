import { afterEach, expect, it } from 'vitest';
import { countSkillUse, readSkillCounts } from '../../main/host/skills/skill-counts';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

const fixtures: HostFixture[] = [];

afterEach(async () => {
  for (const fixture of fixtures.splice(0).reverse()) await fixture.close();
});

it('uses that are counted at once by two hosts of one home are all counted', async () => {
  const host = await createHostFixture();
  const other = await createHostFixture({ home: host.home });
  fixtures.push(host, other);
  await Promise.all([host, other, host, other].map(({ ports }, index) => countSkillUse(ports, index < 2 ? 'commit' : 'review')));
  expect(Object.fromEntries(await readSkillCounts(host.ports))).toEqual({ commit: 2, review: 2 });
});

it('a use counts where the numbers cannot be read', async () => {
  const host = await createHostFixture();
  fixtures.push(host);
  await host.ports.files.writeFile(`${host.home}/skill-uses.json`, new TextEncoder().encode('{ "commit": "many"'));
  await countSkillUse(host.ports, 'commit');
  expect(Object.fromEntries(await readSkillCounts(host.ports))).toEqual({ commit: 1 });
});
