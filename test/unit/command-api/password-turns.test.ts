import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswordTurns, type PasswordTurns, type TurnHolder } from '#command-api/sessions/password-turns.ts';
import { networksOf } from '#http/auth/ip.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));
const stranger = (address: string | null): TurnHolder => ({ address, known_in: null });
const known = (known_in: string): TurnHolder => ({ address: '192.0.2.1', known_in });

/** Takes turns, records whose came, and ends the oldest. */
function taking(turns: PasswordTurns) {
  const came: string[] = [];
  const refused: unknown[] = [];
  const ends: (() => void)[] = [];
  return {
    came,
    refused,
    ask(name: string, holder: TurnHolder) {
      const work = () => {
        came.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      };
      void turns.run(holder, work).catch((error) => refused.push(error));
    },
    async endOldest() {
      await settle();
      ends.shift()?.();
      await settle();
    },
  };
}

test('a stranger waits for one turn of a network with many addresses', async () => {
  const crowds = {
    '/64': Array.from({ length: 20 }, (_, n) => `2001:db8::${n + 1}`),
    '/56': Array.from({ length: 200 }, (_, n) => `2001:db8:0:${n.toString(16)}::1`),
    '/48': Array.from({ length: 200 }, (_, n) => `2001:db8:0:${(n * 256).toString(16)}::1`),
    '/24': Array.from({ length: 200 }, (_, n) => `198.51.100.${n + 1}`),
    '/16': Array.from({ length: 200 }, (_, n) => `198.51.${n}.1`),
  };
  for (const [network, addresses] of Object.entries(crowds)) {
    const { came, ask, endOldest } = taking(createPasswordTurns({ forStrangers: 1 }));
    for (const address of addresses) ask('crowd', stranger(address));
    await settle();
    ask('single', stranger('203.0.113.7'));
    await endOldest();
    assert.deepEqual(came, ['crowd', 'single'], network);
  }
});

test('who is known never waits for strangers, and organizations take turns', async () => {
  const shareOf = async (organization: string) => (organization.startsWith('org_1') ? 'org_1' : organization);
  const { came, ask, endOldest } = taking(createPasswordTurns({ forStrangers: 1, shareOf }));
  for (let n = 0; n < 50; n++) ask('stranger', stranger(`198.${n}.100.1`));
  for (const organization of ['org_1', 'org_1a', 'org_1b']) ask(organization, known(organization));
  ask('org_2', known('org_2'));
  await settle();
  assert.deepEqual(came.toSorted(), ['org_1', 'stranger']);
  for (let n = 0; n < 2; n++) await endOldest();
  assert.ok(came.includes('org_2'), came.join());
});

test('what waits is bounded in number and in time', async () => {
  const crowd = taking(createPasswordTurns({ forStrangers: 1 }));
  for (let n = 0; n < 300; n++) crowd.ask('crowd', stranger(`2001:db8:0:${n.toString(16)}::1`));
  for (let n = 0; n < 20; n++) crowd.ask('unknown', stranger(null));
  await settle();
  assert.ok(crowd.refused.length > 150 && crowd.refused.length < 300, `${crowd.refused.length}`);
  for (const error of crowd.refused) {
    const { code, retryAfter } = error as { code: string; retryAfter: number };
    assert.deepEqual([code, retryAfter], ['service_unavailable', 5]);
  }
  const impatient = createPasswordTurns({ forStrangers: 1, waitMs: 1 });
  const first = Promise.withResolvers<void>();
  const held = impatient.run(stranger('192.0.2.1'), () => first.promise);
  await assert.rejects(
    impatient.run(stranger('198.51.100.1'), async () => {}),
    { code: 'service_unavailable' },
  );
  first.resolve();
  await held;
  await impatient.run(stranger('198.51.100.1'), async () => {});
});

test('an address has a name at each size of network', () => {
  assert.deepEqual(networksOf('192.0.2.77'), ['192.0.2.77', '192.0.2.0/24', '192.0.0.0/16']);
  assert.deepEqual(networksOf('::ffff:192.0.2.77'), networksOf('192.0.2.77'));
  assert.deepEqual(networksOf('2001:db8:1:23ff::7'), ['2001:db8:1:23ff::', '2001:db8:1:2300::/56', '2001:db8:1::/48']);
  assert.deepEqual(networksOf('no address'), ['no address', 'no address', 'no address']);
});
