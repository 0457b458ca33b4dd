/**
 * VerificationCompleted → a message for every webhook of the organization, delivered by `webhooks/deliver-owed.ts`. A
 * recorded message will be delivered even if this process dies.
 */
import { timestamp } from '#common/time.ts';
import { derivedId, stageEventId } from '#domain/ids.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { WEBHOOK_DELIVERY } from '#domain/webhook-delivery/decider.ts';
import { execute } from '#streams/repository.ts';
import { verificationRequest } from '#streams/verification-request.ts';
import { webhooksInForce } from '#streams/webhooks.ts';
import { stageMetadata } from '../runs/metadata.ts';
import { triggerOf } from '../runs/run.ts';
import { completionPayload } from '../webhooks/payload.ts';
import type { NotifyDependencies, StageHandler } from './stage.ts';

/** Skips webhooks that were created after the completion, however late the stage runs. */
export function createNotifyStage({ events, values, clock, publicUrl }: NotifyDependencies): StageHandler {
  return async (message) => {
    const { organization_id } = message;
    if (organization_id === null) return;
    const webhooks = await webhooksInForce({ events, values }, organization_id, message.position);
    if (webhooks.length === 0) return;
    const verificationId = verificationIdOf(message.stream);
    const [trigger, request] = await Promise.all([
      triggerOf(events, message),
      verificationRequest(events, verificationId),
    ]);
    if (trigger?.type !== 'VerificationCompleted') return;
    if (request === null) throw new RangeError('a verification begins with its request');
    const metadata = stageMetadata('notify', verificationId, message);
    for (const { webhook_id, host, service_url = null } of webhooks) {
      const payload = completionPayload(request, trigger.data, publicUrl ?? service_url);
      // The id is the same at every delivery of the trigger, so each message is created once.
      const message_id = derivedId('msg', webhook_id, `${verificationId}/${trigger.data.run}`);
      const stream = WEBHOOK_DELIVERY.stream(message_id);
      const requested_at = timestamp(clock);
      const data = { message_id, webhook_id, organization_id, host, payload, requested_at };
      const command = { type: 'RequestDelivery', data } as const;
      const eventId = () => stageEventId(stream, trigger.data.run, 'notify', 'requested');
      await execute(events, WEBHOOK_DELIVERY, message_id, command, { metadata, eventId, expectNew: true });
    }
  };
}
