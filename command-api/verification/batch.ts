/**
 * POST /batches: up to twenty texts, admitted as a whole or not at all. Each child is idempotent by itself (key and
 * index): a finished child is replayed, a failed one runs again, and a changed one makes the whole batch a conflict.
 */
import pMap from 'p-map';
import { inPieces, type Part } from '#common/in-pieces.ts';
import { ApiError, errorBody, storeFailure, type ValidationDetail } from '#contracts/errors.ts';
import type { BatchItem, BatchResponse } from '#contracts/http/verification.ts';
import type { QuotaState } from '#contracts/ports/admission.ts';
import { newId } from '#domain/ids.ts';
import type { Client } from '#http/client.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { recordsBy } from '#results/claim-writer.ts';
import { jsonOf } from '#results/json.ts';
import { erasedAs } from '#results/open.ts';
import type { ShownVerification } from '#results/shown.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { admit } from './admit.ts';
import { type ResolvedProfile, resolveProfile } from './applied-policy.ts';
import { releaseHold } from './idempotency.ts';
import { reloadCompleted } from './outcome.ts';
import { loadOrganization, type Prepared, prepare, unknownProfile, type VerifyInput } from './prepare.ts';
import { type AdmittedOrder, replay, runToEnd, timeLeft } from './run-to-end.ts';
import { inTextSlots } from './slots.ts';

/** Children of a batch that run concurrently: a batch must not keep other callers from the engine. */
const CONCURRENT_CHILDREN = 4;

export interface BatchInput {
  items: { input: VerifyInput; body: unknown }[];
  idempotencyKey: string | null;
}

/** Verifies the batch. It takes as many of its organization's text slots as it verifies texts concurrently. */
export function verifyBatch(
  dependencies: CommandDependencies,
  caller: Caller,
  input: BatchInput,
  client: Client,
): Promise<{ body: ResponsePieces; quota: QuotaState }> {
  const texts = Math.min(input.items.length, CONCURRENT_CHILDREN);
  return inTextSlots(dependencies.textSlots, caller, texts, () =>
    verifyBatchInSlots(dependencies, caller, input, client),
  );
}

async function verifyBatchInSlots(
  dependencies: CommandDependencies,
  caller: Caller,
  { items, idempotencyKey }: BatchInput,
  client: Client,
): Promise<{ body: ResponsePieces; quota: QuotaState }> {
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
  const children = prepared.map((child) =>
    // The batch takes one response slot for all.
    child.outcome === 'run' ? { ...child, deadline, client: null } : child,
  );
  const runnable = children.filter((child) => child.outcome === 'run');
  const releaseHolds = () =>
    Promise.all(
      runnable.map(
        ({ call, order, lease }) =>
          call && lease && releaseHold(dependencies.operations.idempotency, call, order.verification_id, lease),
      ),
    );

  const conflict = children.find((child) => child.outcome === 'refused' && child.error.code.startsWith('idempotency_'));
  if (conflict?.outcome === 'refused') {
    await releaseHolds();
    throw conflict.error;
  }

  // If no child has to run, the batch is a replay: it is admitted without orders.
  const orders = runnable.map(({ order, run }) => ({ ...order, run }));
  const { quota, slot } = await admit(dependencies, caller, organization, batchId, orders).catch(async (error) => {
    await releaseHolds();
    throw error;
  });
  try {
    const end = (child: PreparedChild, index: number) => endChild(dependencies, caller, child, index);
    const isReplay = ({ outcome }: PreparedChild) => outcome === 'replay';
    const ran = await pMap(children, (child, index) => (isReplay(child) ? null : end(child, index)), {
      concurrency: CONCURRENT_CHILDREN,
    });
    // Replays are folded one at a time within the slot of this response, because text slots don't limit them.
    await client.takeResponseSlot(runnable.length > 0 ? 'work' : 'read', timeLeft(dependencies, deadline));
    const ended: EndedChild[] = [];
    for (const [index, child] of children.entries()) ended.push(ran[index] ?? (await end(child, index)));
    const body = new ResponsePieces(inPieces(batchParts(dependencies, batchResponse(batchId, caller, ended), ended)));
    return { body: slot.heldWhileSent(body, client), quota };
  } catch (error) {
    await slot.release();
    throw error;
  }
}

/** Resolves the profiles of all items. Throws a 422 that lists every unknown one. */
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

type PreparedChild = AdmittedOrder | Exclude<Prepared, { outcome: 'run' }>;

/**
 * The outcome of a child. Its result is loaded again for the response instead of being kept in memory until the other
 * children have finished.
 */
interface EndedChild {
  /** The item without its result. */
  item: BatchItem;
  /** Null if the child failed. */
  completed: CompletedChild | null;
}

interface CompletedChild {
  verification_id: string;
  request_id: string;
  /**
   * The data key of a zero-retention verification, which is destroyed when the verification ends: only this response
   * shows it.
   */
  key: Uint8Array | null;
}

async function completedChild({ head, open }: ShownVerification): Promise<CompletedChild> {
  const { verification_id, request_id, zero_retention } = head.request!;
  return { verification_id, request_id, key: zero_retention ? (await open()).key : null };
}

async function endChild(
  dependencies: CommandDependencies,
  caller: Caller,
  child: PreparedChild,
  index: number,
): Promise<EndedChild> {
  const requestId = caller.metadata.request_id;
  try {
    if (child.outcome === 'refused') throw child.error;
    const replayed = child.outcome === 'replay';
    const completed = replayed
      ? await replay(dependencies, caller, child, completedChild)
      : await runToEnd(dependencies, caller, child, completedChild);
    return {
      completed,
      item: {
        index,
        status: 'completed',
        status_code: 201,
        request_id: completed.request_id,
        result: null,
        error: null,
        idempotency_replayed: replayed,
      },
    };
  } catch (error) {
    const known = error instanceof ApiError ? error : (storeFailure(error) ?? new ApiError('internal_error'));
    if (known !== error) {
      const ids = { request_id: requestId, verification_id: verificationOf(child), index };
      dependencies.logger.error({ err: error, ...ids }, 'a child of a batch failed unexpectedly');
    }
    return {
      completed: null,
      item: {
        index,
        status: 'failed',
        status_code: known.status,
        request_id: requestId,
        result: null,
        error: errorBody(known, requestId).error,
        idempotency_replayed: false,
      },
    };
  }
}

/**
 * Yields the response as JSON, one child after the other. Throws ApiError if a child's result can no longer be shown.
 */
async function* batchParts(
  dependencies: CommandDependencies,
  response: BatchResponse,
  children: readonly EndedChild[],
): AsyncGenerator<Part> {
  // The items are the last field, so they are cut off here and written below.
  yield JSON.stringify(response).slice(0, -']}'.length);
  let separator = '';
  for (const { item, completed } of children) {
    yield separator;
    separator = ',';
    if (completed === null) yield JSON.stringify(item);
    else yield* childParts(dependencies, item, completed);
  }
  yield ']}';
}

async function* childParts(
  dependencies: CommandDependencies,
  item: BatchItem,
  { verification_id, key }: CompletedChild,
): AsyncGenerator<Part> {
  const shown = await reloadCompleted(dependencies, verification_id, key);
  if (shown === null) throw new ApiError('idempotency_result_not_retained');
  const parts = jsonOf(shown, (result) => ({ ...item, result }), recordsBy(dependencies.claimWriter, shown));
  yield* erasedAs('idempotency_result_not_retained', parts);
}

function verificationOf(child: PreparedChild): string | undefined {
  switch (child.outcome) {
    case 'run':
      return child.order.verification_id;
    case 'replay':
      return child.verification_id;
    case 'refused':
      return undefined;
  }
}

/** The response without its items. */
function batchResponse(batchId: string, caller: Caller, children: readonly EndedChild[]): BatchResponse {
  const completed = children.filter((child) => child.completed !== null).length;
  return {
    batch_id: batchId,
    request_id: caller.metadata.request_id,
    counts: { total: children.length, completed, failed: children.length - completed },
    items: [],
  };
}
