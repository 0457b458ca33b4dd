/**
 * One of several processes that race: opens the stores, says `ready`, waits for a line, does everything at once, and
 * prints how often it got what it wanted.
 *   node admit-on-signal.ts URL DATABASE NAME
 */
import { once } from 'node:events';
import { call, MINUTE, openStores, T0 } from './stores-on-double.ts';

const [url, database, name] = process.argv.slice(2) as [string, string, string];
// All calls begin at once, and wait for a connection: how fast the machine is, is not the subject.
const limits = ['serverSelectionTimeoutMS', 'waitQueueTimeoutMS', 'socketTimeoutMS'].map((name) => `${name}=120000`);
const stores = await openStores(url, limits.join('&'), database);
console.log('ready');
await once(process.stdin, 'data');

const { operations } = stores;
const CALLS = 40;
const calls = (kind: string, overrides: object) =>
  Promise.all(
    Array.from({ length: CALLS }, (_, index) => {
      const id = `${kind}_${name}_${index}`;
      return operations.admission.admit(
        call(id, { key_id: `key_${kind}`, organization_id: `org_${kind}`, ...overrides }),
      );
    }),
  );
const unlimited = { quota_per_hour: 1_000, max_concurrent: 1_000, key_monthly_limit_cents: null };
const everything = { ...unlimited, organization_monthly_limit_cents: null };
const admitted = (results: Awaited<ReturnType<typeof calls>>) =>
  results.filter(({ outcome }) => outcome === 'admitted').length;

const [quota, slots, cost, hits, leases] = await Promise.all([
  calls('quota', { ...everything, quota_per_hour: 7 }).then(admitted),
  calls('slots', { ...everything, max_concurrent: 5 }).then(admitted),
  calls('cost', { ...unlimited, organization_monthly_limit_cents: 18 }).then(admitted),
  Promise.all(Array.from({ length: CALLS }, () => operations.counters.hit('minute', 11, MINUTE, T0))),
  Promise.all(Array.from({ length: 5 }, (_, index) => operations.leases.acquire(`lease_${index}`, name, MINUTE, T0))),
]);
const count = (all: boolean[]) => all.filter(Boolean).length;
console.log(
  JSON.stringify({ quota, slots, cost, hits: count(hits.map(({ allowed }) => allowed)), leases: count(leases) }),
);
await stores.close();
process.exit(0);
