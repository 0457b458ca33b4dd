/**
 * POST /batches: up to twenty texts, admitted whole or not at all. Each child is idempotent by itself (key and index):
 * finished ones are replayed, failed ones run again, and a changed one refuses the batch.
 */
import { ApiError, errorBody, type ValidationDetail } from '#contracts/errors.ts';
import type { BatchItem, BatchResponse } from '#contracts/http/verification.ts';
import type { QuotaState } from '#contracts/ports/operational-store.ts';
import { newId } from '#domain/ids.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { admit } from './admit.ts';
import { type ResolvedProfile, resolveProfile } from './applied-policy.ts';
import { giveBack } from './idempotency.ts';
import { loadOrganization, type Prepared, prepare, unknownProfile, type VerifyInput } from './prepare.ts';
import { responseOf } from './response.ts';
import { type AdmittedOrder, replay, runToEnd } from './verify.ts';

/** Children at work at a time: a batch must not keep everybody else from the engine. */
const CONCURRENT_CHILDREN = 4;

export interface BatchInput {
  items: { input: VerifyInput; body: unknown }[];
  idempotencyKey: string | null;
}

export async function verifyBatch(
  dependencies: CommandDependencies,
  caller: Caller,
  { items, idempotencyKey }: BatchInput,
): Promise<{ body: BatchResponse; quota: QuotaState | null }> {
  const organization = await loadOrganization(dependencies, caller);
  const batchId = newId('bat');
  const resolved = await resolveAll(dependencies, caller, items);

  const prepared = await Promise.all(
    items.map(({ input, body }, index) => {
      const options = { key: idempotencyKey, endpoint: `POST /batches#${index}`, body };
      return prepare(dependencies, caller, organization, resolved[index]!, input, options);
    }),
  );
  const deadline = dependencies.clock.now() + dependencies.settings.syncTimeoutMs;
  const children = prepared.map((child) => (child.outcome === 'run' ? { ...child, deadline } : child));
  const runnable = children.filter((child) => child.outcome === 'run');
  const giveAllBack = () =>
    Promise.all(
      runnable.map(
        ({ call, order, claimed_until }) =>
          call && giveBack(dependencies.operations, call, order.verification_id, claimed_until),
      ),
    );

  const conflict = children.find((child) => child.outcome === 'refused' && child.error.code.startsWith('idempotency_'));
  if (conflict?.outcome === 'refused') {
    await giveAllBack();
    throw conflict.error;
  }

  let quota: QuotaState | null = null;
  if (runnable.length > 0) {
    const orders = runnable.map(({ order, run }) => ({ ...order, run }));
    try {
      quota = await admit(dependencies, caller, organization, batchId, orders);
    } catch (error) {
      await giveAllBack();
      throw error;
    }
  }
  try {
    const answered = await mapLimited(children, CONCURRENT_CHILDREN, (child, index) =>
      answerChild(dependencies, caller, child, index),
    );
    return { body: batchResponse(batchId, caller, answered), quota };
  } finally {
    if (quota !== null) await dependencies.operations.releaseSlot(caller.key_id, batchId);
  }
}

/** Profiles of all items; every unknown one is named in the 422. */
async function resolveAll(
  dependencies: CommandDependencies,
  caller: Caller,
  items: BatchInput['items'],
): Promise<ResolvedProfile[]> {
  const names = [...new Set(items.map(({ input }) => input.profile))];
  const byName = new Map(
    await Promise.all(
      names.map(async (name) => [name, await resolveProfile(dependencies, caller.organization_id, name)] as const),
    ),
  );
  const resolved: ResolvedProfile[] = [];
  const detail: ValidationDetail[] = [];
  for (const [index, { input }] of items.entries()) {
    const profile = byName.get(input.profile) ?? null;
    if (profile === null) detail.push(unknownProfile(['body', 'items', index, 'profile'], input.profile));
    else resolved.push(profile);
  }
  if (detail.length > 0) throw new ApiError('validation_error', { detail });
  return resolved;
}

async function answerChild(
  dependencies: CommandDependencies,
  caller: Caller,
  child: AdmittedOrder | Exclude<Prepared, { outcome: 'run' }>,
  index: number,
): Promise<BatchItem> {
  const requestId = caller.metadata.request_id;
  try {
    if (child.outcome === 'refused') throw child.error;
    const replayed = child.outcome === 'replay';
    const body = replayed
      ? await replay(dependencies, child, responseOf)
      : await runToEnd(dependencies, caller, child, responseOf);
    return {
      index,
      status: 'completed',
      status_code: 201,
      request_id: body.request_id,
      result: body.result,
      error: null,
      idempotency_replayed: replayed,
    };
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError('internal_error');
    if (known !== error) {
      const ids = { request_id: requestId, verification_id: verificationOf(child), index };
      dependencies.logger.error({ err: error, ...ids }, 'a child of a batch failed unexpectedly');
    }
    return {
      index,
      status: 'failed',
      status_code: known.status,
      request_id: requestId,
      result: null,
      error: errorBody(known, requestId).error,
      idempotency_replayed: child.outcome === 'refused' && child.replayed,
    };
  }
}

function verificationOf(child: AdmittedOrder | Exclude<Prepared, { outcome: 'run' }>): string | undefined {
  switch (child.outcome) {
    case 'run':
      return child.order.verification_id;
    case 'replay':
      return child.verification_id;
    case 'refused':
      return undefined;
  }
}

function batchResponse(batchId: string, caller: Caller, items: BatchItem[]): BatchResponse {
  const completed = items.filter((item) => item.status === 'completed').length;
  return {
    batch_id: batchId,
    request_id: caller.metadata.request_id,
    counts: { total: items.length, completed, failed: items.length - completed },
    items,
  };
}

/** Like Promise.all over a map, with at most `limit` at work. */
async function mapLimited<In, Out>(
  inputs: readonly In[],
  limit: number,
  work: (input: In, index: number) => Promise<Out>,
): Promise<Out[]> {
  const outputs: Out[] = new Array(inputs.length);
  const queue = inputs.entries();
  const workers = Array.from({ length: Math.min(limit, inputs.length) }, async () => {
    for (const [index, input] of queue) outputs[index] = await work(input, index);
  });
  await Promise.all(workers);
  return outputs;
}
