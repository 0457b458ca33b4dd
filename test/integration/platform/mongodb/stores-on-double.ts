/** The stores of two processes on a double that fails on request. */
import type { TestContext } from 'node:test';
import { systemClock } from '#common/time.ts';
import type { AdmissionRequest } from '#contracts/ports/admission.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { type MongoStores, openMongoStores } from '#platform/mongodb/stores.ts';
import { clientOfDouble } from '#test/support/servers/mongodb-double.ts';

/** In the future, so that the TTL, which uses the server's own clock, removes nothing. */
export const T0 = Date.parse('2096-03-14T12:00:00.000Z');
export const MINUTE = 60_000;
const master = masterKey(new Uint8Array(32).fill(7));

/** Opens stores; `limits` is added to the URL. */
export function openStores(url: string, limits = 'serverSelectionTimeoutMS=1000', database = 'evidence') {
  const joint = url.includes('?') ? '&' : '?';
  return openMongoStores({ url: `${url}${joint}${limits}`, database, master, clock: systemClock });
}

/** Everything is closed after the test. */
export async function twoOnDouble(context: Pick<TestContext, 'after'>) {
  const stores: MongoStores[] = [];
  context.after(async () => {
    for (const one of stores) await one.close();
  });
  const server = await clientOfDouble(context);
  for (let process = 0; process < 2; process++) stores.push(await openStores(server.url));
  const [one, other] = stores as [MongoStores, MongoStores];
  return { server, one, other };
}

export function call(id: string, overrides: Partial<AdmissionRequest> = {}): AdmissionRequest {
  return {
    key_id: 'key_1',
    organization_id: 'org_1',
    call_id: id,
    requests: 1,
    quota_per_hour: 100,
    max_concurrent: 8,
    reservations: [{ reservation_id: `ver_${id}`, cost_cents: 2 }],
    key_monthly_limit_cents: 100,
    organization_monthly_limit_cents: 100,
    lease_until_ms: T0 + 2 * MINUTE,
    now_ms: T0,
    ...overrides,
  };
}
