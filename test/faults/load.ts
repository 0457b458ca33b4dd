/** A load of verifications over many keys, remembering what was acknowledged. */
import { randomUUID } from 'node:crypto';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import type { ServiceResponse } from '#test/support/service.ts';

type Service = Pick<Deployment, 'request'>;

export interface Order {
  idempotencyKey: string;
  key: string;
  content: string;
  zeroRetention: boolean;
  /** The result of the first 201, as JSON. */
  acknowledged: { id: string; result: unknown } | null;
}

const SENTENCES = [
  'The station has 24 turbines.',
  'The station was built by Norrland Marine.',
  'Each turbine is nine metres in diameter.',
  'The visitor centre received 52,000 visitors in 2023.',
  'No worker has died at the station.',
  'In my view it is the most beautiful building on the coast.',
];

/**
 * More keys of the owner of a key (by default the deployment's), each with the highest quota. A key may be used for
 * eight calls at once; a load needs several.
 */
export async function makeKeys(
  service: Service,
  count: number,
  key?: string,
  scopes?: readonly string[],
): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < count; index++) {
    const made = await service.request('POST', '/v1/api-keys', {
      ...(key !== undefined && { key }),
      body: { name: `load ${index}`, quota_per_hour: 10_000, ...(scopes && { scopes }) },
    });
    if (made.status !== 201) throw new Error(`no key: ${made.status} ${made.text}`);
    keys.push(made.body.secret);
  }
  return keys;
}

/** Every `zeroRetentionEvery`th order is one of zero retention. */
export function makeOrders(keys: readonly string[], count: number, zeroRetentionEvery = 20): Order[] {
  return Array.from({ length: count }, (_, index) => ({
    idempotencyKey: randomUUID(),
    key: keys[index % keys.length]!,
    content: SENTENCES[index % SENTENCES.length]!,
    zeroRetention: (index + 1) % zeroRetentionEvery === 0,
    acknowledged: null,
  }));
}

/** Sends an order; a connection that broke off (the service was killed) answers null. */
export async function send(service: Service, order: Order): Promise<ServiceResponse | null> {
  try {
    const response = await service.request('POST', '/v1/verifications', {
      key: order.key,
      headers: { 'idempotency-key': order.idempotencyKey },
      body: { content: order.content, zero_retention: order.zeroRetention },
    });
    if (response.status === 201 && order.acknowledged === null) {
      order.acknowledged = { id: response.body.result.id, result: response.body.result };
    }
    return response;
  } catch {
    return null;
  }
}
