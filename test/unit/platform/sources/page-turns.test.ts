import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageTurns } from '#platform/sources/page-turns.ts';
import fc from '#test/support/property.ts';

const NEVER = new AbortController().signal;

/** Lets all pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Pages by name, which holds host and organization: `host/organization/number`. */
function pages(limits = { pages: 4, perOrganization: 2, perHost: 2 }) {
  const turns = new PageTurns(limits);
  const underWay = new Map<string, () => void>();
  return {
    underWay: () => [...underWay.keys()],
    ask(name: string, signal = NEVER) {
      const [host, organization] = name.split('/');
      return turns.run(host!, organization!, () => new Promise<void>((end) => underWay.set(name, end)), signal);
    },
    async end(name: string) {
      underWay.get(name)!();
      underWay.delete(name);
      await settle();
    },
  };
}

test('a host is not held by a page that waits for a place', async () => {
  const { ask, underWay, end } = pages();
  // Both organizations hold all slots that they may.
  for (const name of ['one/a/1', 'two/a/2', 'three/b/1', 'four/b/2']) void ask(name);
  for (const name of ['shared/a/3', 'shared/b/3', 'shared/c/1']) void ask(name);
  await settle();
  await end('one/a/1');
  assert.ok(underWay().includes('shared/c/1'), 'the organization that holds nothing has its turn at the host');
});

test('a place is not held by a page that waits for its host', async () => {
  const { ask, underWay } = pages();
  for (const name of ['shared/a/1', 'shared/a/2', 'shared/a/3', 'other/a/4']) void ask(name);
  await settle();
  assert.deepEqual(underWay(), ['shared/a/1', 'other/a/4']);
});

test('a turn at a host goes to the organization that holds the fewest places', async () => {
  const { ask, underWay, end } = pages({ pages: 2, perOrganization: 2, perHost: 1 });
  for (const name of ['shared/a/1', 'shared/b/1', 'shared/c/1', 'free/a/2']) void ask(name);
  await settle();
  assert.deepEqual(underWay(), ['shared/a/1', 'free/a/2']);
  await end('free/a/2');
  assert.deepEqual(underWay(), ['shared/a/1']);
  void ask('other/b/2');
  await settle();
  await end('shared/a/1');
  assert.deepEqual(underWay().toSorted(), ['other/b/2', 'shared/c/1']);
});

test('an aborted page takes no turn', async () => {
  const { ask, underWay, end } = pages();
  const controller = new AbortController();
  void ask('shared/a/1');
  const abandoned = ask('shared/a/2', controller.signal);
  void ask('shared/a/3');
  controller.abort(new Error('enough'));
  await assert.rejects(abandoned, /enough/);
  await assert.rejects(ask('free/a/4', controller.signal), /enough/);
  await end('shared/a/1');
  assert.deepEqual(underWay(), ['shared/a/3']);
});

test('limits hold and every page gets its turn', async () => {
  const name = fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.constantFrom('a', 'b', 'c'));
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 30 }), async (asked) => {
      const { ask, underWay, end } = pages();
      const all = asked.map(([host, organization], n) => ask(`${host}/${organization}/${n}`));
      await settle();
      for (let ended = 0; ended < asked.length; ended++) {
        const names = underWay().map((each) => each.split('/'));
        assert.ok(names.length > 0 && names.length <= 4);
        for (const [, held] of Map.groupBy(names, ([, organization]) => organization)) assert.ok(held.length <= 2);
        for (const [, held] of Map.groupBy(names, ([host]) => host)) {
          assert.ok(held.length <= 2);
          assert.equal(new Set(held.map(([, organization]) => organization)).size, held.length);
        }
        await end(underWay()[0]!);
      }
      await Promise.all(all);
    }),
    { numRuns: 100 },
  );
});
