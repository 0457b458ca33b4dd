/**
 * What a call that verifies holds while it waits, in the order in which it takes it:
 *
 * - A text slot, from the beginning until the response begins: texts and results are in this process's memory. Counted
 *   by root; none free: refused.
 * - A concurrency slot, from the admission until the response is sent: calls in progress in all processes. Counted by API
 *   key, in one step with quota and cost (`admit.ts`); none free: refused.
 * - A response slot, from the end of the verification until the response is sent: what is being made and sent. Counted by
 *   organization and root (`http/response-slots.ts`); none free: the call waits, until its time is over.
 *
 * Beside these, a call with an idempotency key holds the key until its outcome is recorded (`idempotency.ts`).
 *
 * A replay takes the same three; a batch takes a text slot for each text at work, and one of each other kind.
 */
import { FairSlots, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import { type Client, ClientGoneError } from '#http/client.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import type { Caller } from '../caller.ts';
import type { CommandLogger } from '../dependencies.ts';
import { unlessFailing } from '../unless-failing.ts';

/**
 * Enough for eight keys with all their eight calls each, or for sixteen batches, which verify four texts at a time. At
 * 15 MB for a long text with its result this takes a gigabyte. An organization can have a thousand keys, a person
 * a hundred organizations, and all share the memory.
 */
const TEXTS_PER_ROOT = 64;

/**
 * Counts the texts of all organizations with one root from the beginning of a call until its response begins, because
 * texts and results are held in memory meanwhile. A call that finds no free slot is refused instead of waiting.
 */
export function createTextSlots(perRoot = TEXTS_PER_ROOT, rootOf?: ShareOf): FairSlots {
  return new FairSlots({ slots: Number.POSITIVE_INFINITY, perKey: perRoot, waitingPerKey: 0, shareOf: rootOf });
}

/**
 * Runs `work` for a call with `count` texts. Throws ApiError concurrency_limit_exceeded if too many texts of the
 * caller's organization are being verified.
 */
export async function inTextSlots<Result>(
  texts: FairSlots,
  { organization_id }: Pick<Caller, 'organization_id'>,
  count: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const releases: (() => void)[] = [];
  try {
    while (releases.length < count) releases.push(await texts.acquire(organization_id).catch(refuse));
    return await work();
  } finally {
    for (const release of releases) release();
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof SlotsFullError)) throw error;
  const message = `The limit of ${TEXTS_PER_ROOT} texts that are verified at a time for an organization is reached.`;
  throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: 1 });
}

/** The concurrency slot of a metered call, which the admission has taken together with quota and cost (`admit.ts`). */
export interface ConcurrencySlot {
  /** Frees the slot, which otherwise expires with its lease. Idempotent. Never rejects. */
  release(): Promise<void>;
  /**
   * Returns the same body, and frees the slot before the client can see its end, so that the client's next call never
   * meets its own slot. Also frees it when the client disconnects.
   */
  heldWhileSent(body: ResponsePieces, client: Pick<Client, 'served'>): ResponsePieces;
}

/** The slot that was admitted under `callId`. */
export function concurrencySlot(
  dependencies: { operations: { admission: Pick<AdmissionStore, 'releaseSlot'> }; logger: CommandLogger },
  caller: Pick<Caller, 'key_id' | 'metadata'>,
  callId: string,
): ConcurrencySlot {
  let released: Promise<void> | null = null;
  const release = () => {
    // A slot that can't be freed must not cost the caller the result of the call.
    const message = 'a slot could not be released; it is free when its lease ends';
    released ??= unlessFailing(dependencies, caller, {}, message, () =>
      dependencies.operations.admission.releaseSlot(caller.key_id, callId),
    );
    return released;
  };
  return {
    release,
    heldWhileSent(body, client) {
      void client.served.then(release);
      return new ResponsePieces(releasing(body, release));
    },
  };
}

async function* releasing(body: ResponsePieces, release: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await release();
  }
}

/** Makes the body. Holds the call's concurrency slot until the body has been sent, or `make` has failed. */
export async function holdingSlot<Body>(
  slot: ConcurrencySlot,
  client: Client,
  make: () => Promise<Body | ResponsePieces>,
): Promise<Body | ResponsePieces> {
  try {
    const body = await make();
    if (body instanceof ResponsePieces) return slot.heldWhileSent(body, client);
    await slot.release();
    return body;
  } catch (error) {
    await slot.release();
    throw error;
  }
}

/**
 * Takes the response slot of a call whose verification has ended. Returns a function that gives it back, in case the
 * verification turns out to be still running. If the client has disconnected, the outcome of its request is recorded
 * anyway. Throws what `Client.takeResponseSlot` throws.
 */
export function takeResponseSlot(client: Client, withinMs: number): Promise<() => void> {
  return client.takeResponseSlot('work', withinMs).catch((error) => {
    if (error instanceof ClientGoneError) return () => {};
    throw error;
  });
}
