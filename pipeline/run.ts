/** One stage's work on one verification: loading it, opening its texts, recording what came out. */
import type { z } from 'zod';
import { timestamp } from '#common/time.ts';
import { decodeEvent } from '#contracts/events/registry.ts';
import type { VerificationEvent, VerificationRequestedData } from '#contracts/events/verification.ts';
import type { Json } from '#contracts/json.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import { isUnknownKey } from '#contracts/ports/key-vault.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import type { FailureReason } from '#contracts/vocabulary.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { type VerificationRejection, verificationDecider } from '#domain/verification/decider.ts';
import type { SealedField } from '#domain/verification/sealed-fields.ts';
import type { VerificationState, VerificationStatus } from '#domain/verification/state.ts';
import type { Engine } from '#engine/engine.ts';
import { createOpenedDetails } from '#streams/opened-details.ts';
import { carryOut, type LoadedStream, loadStream } from '#streams/repository.ts';
import { eventIdOf } from './event-ids.ts';
import { stageMetadata } from './metadata.ts';
import type { StageName } from './retry-policy.ts';
import type { StageDependencies } from './stage.ts';

export interface StageRun {
  verification_id: string;
  run: number;
  request: VerificationRequestedData;
  /** The engine, in the line of the verification's organization. */
  engine: Engine;
  /** The verification as this run knows it: after every `record`, with what was recorded. */
  state(): VerificationState;
  /** Seals `value` as `field` of `record`, the id of a claim or of the verification. It must not be changed after. */
  seal(record: string, field: SealedField, value: Json): string;
  /** Throws SealError, or what zod throws where the opened value has another shape. */
  open<Schema extends z.ZodType>(record: string, field: SealedField, sealed: string, schema: Schema): z.infer<Schema>;
  /** Opens a text of the verification's own. */
  openText(field: SealedField, sealed: string): string;
  /**
   * Carries out the command. Answers whether the stage may go on: false once the verification ended otherwise, or is
   * to be erased (it then fails with `source_expired`).
   */
  record(command: VerificationCommand): Promise<boolean>;
}

export function verificationIdOf(stream: string): string {
  return stream.slice('verification-'.length);
}

/**
 * Opens the verification of `message` for a stage that works from `status` on. Null when there is nothing to do: the
 * stage was done before, or the verification has ended or has just been failed for want of its key.
 * Throws KeyVaultError `key_unknown` where the vault never had it: then nothing is recorded.
 */
export async function openRun(
  dependencies: StageDependencies,
  stage: StageName,
  status: VerificationStatus,
  message: StageMessage,
): Promise<StageRun | null> {
  const { store, vault, sealer, clock, handOver, engine } = dependencies;
  const { stream } = message;
  const verificationId = verificationIdOf(stream);
  const metadata = stageMetadata(stage, verificationId, message);
  const left = handOver.take(stream, message.revision);
  let loaded: LoadedStream<VerificationState> =
    left ?? (await loadStream<VerificationState, VerificationEvent>(store, verificationDecider, stream));
  const { request, run } = loaded.state.head;
  if (request === null || loaded.state.head.status !== status) return null;
  const details = left?.details ?? createOpenedDetails(request.characters);

  async function send(command: VerificationCommand): Promise<void> {
    loaded = await carryOutAs(dependencies, stage, stream, command, metadata, loaded);
  }
  const fail = (reason: FailureReason) =>
    send({ type: 'FailVerification', run, reason, stage, failed_at: timestamp(clock) });

  /** False, with the verification failed, once its text is to be erased. */
  async function mayGoOn(): Promise<boolean> {
    if (loaded.state.head.erasure !== 'none') await fail('source_expired');
    return loaded.state.head.run === run && loaded.state.head.status !== 'failed';
  }

  if (!(await mayGoOn())) return null;
  // Where another process has destroyed it while it was handed over, the append meets the expiry in the stream.
  const key = left?.key ?? (await keyOf(vault, verificationId, request));
  if (key === null) {
    const expired = !request.zero_retention && request.expires_at <= timestamp(clock);
    await fail(expired ? 'source_expired' : 'key_lost');
    // Nobody will be answered: the end that zero retention promises need not wait until the lost key is due.
    if (request.zero_retention) {
      await send({ type: 'ExpireVerification', reason: 'zero_retention', expired_at: timestamp(clock) });
    }
    return null;
  }

  const contextOf = (record: string, field: SealedField) => ({ verification_id: verificationId, record, field });
  return {
    verification_id: verificationId,
    run,
    request,
    engine: engine.forOrganization(request.organization_id),
    state: () => loaded.state,
    seal(record, field, value) {
      const text = JSON.stringify(value);
      const sealed = sealer.seal(key, contextOf(record, field), text);
      details.remember(sealed, { record, field }, value, text.length);
      return sealed;
    },
    open<Schema extends z.ZodType>(record: string, field: SealedField, sealed: string, schema: Schema) {
      const known = details.find(sealed, { record, field });
      if (known !== undefined) return known as z.infer<Schema>;
      const text = sealer.open(key, contextOf(record, field), sealed);
      const value = schema.parse(JSON.parse(text));
      details.remember(sealed, { record, field }, value as Json, text.length);
      return value;
    },
    openText: (field, sealed) => sealer.open(key, contextOf(verificationId, field), sealed),
    async record(command) {
      await send(command);
      const goesOn = await mayGoOn();
      if (goesOn && loaded.state.head.status !== status) handOver.leave(stream, { ...loaded, details, key });
      return goesOn;
    },
  };
}

/** A vault that kept a key in memory alone may have no trace of it after a crash: of zero retention, unknown is lost. */
async function keyOf(
  vault: StageDependencies['vault'],
  verificationId: string,
  { zero_retention }: VerificationRequestedData,
): Promise<Uint8Array | null> {
  try {
    return await vault.dataKey(verificationId);
  } catch (error) {
    if (zero_retention && isUnknownKey(error)) return null;
    throw error;
  }
}

/** Carries out a command of the system's on a verification. None of them can be refused. */
export async function carryOutAs(
  { store }: Pick<StageDependencies, 'store'>,
  stage: string,
  stream: string,
  command: VerificationCommand,
  metadata: EventMetadata,
  loaded?: LoadedStream<VerificationState>,
): Promise<LoadedStream<VerificationState>> {
  const outcome = await carryOut<VerificationState, VerificationCommand, VerificationEvent, VerificationRejection>(
    store,
    verificationDecider,
    stream,
    command,
    { metadata, eventId: (event) => eventIdOf(stream, stage, event) },
    loaded,
  );
  if (!outcome.accepted) throw new Error(`${command.type} was refused: ${outcome.code}`);
  return outcome;
}

/** The event that a message is about, or null when this version does not know it. */
export async function triggerOf(
  { store }: Pick<StageDependencies, 'store'>,
  message: StageMessage,
): Promise<VerificationEvent | null> {
  const [recorded] = await store.readStream(message.stream, { from: message.revision, limit: 1 });
  return recorded === undefined ? null : (decodeEvent(recorded) as VerificationEvent | null);
}

/** The run that a trigger belongs to. */
export function runOf(trigger: VerificationEvent): number {
  return 'run' in trigger.data ? trigger.data.run : 1;
}
