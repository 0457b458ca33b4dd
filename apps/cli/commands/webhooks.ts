/** `evidence webhooks`: lists what was sent to a webhook, and sends it a test message. */
import type { DeliveryAttempt } from '#domain/webhook-delivery/decider.ts';
import type { CommandContext } from '../context.ts';
import { printableLine } from '../printable.ts';
import { CommandError } from '../usage-error.ts';

export async function listDeliveries(id: string, options: { json?: boolean }, context: CommandContext): Promise<void> {
  const list = await context.withOperations((operations) => operations.listDeliveries({ webhook_id: id }));
  if (options.json) return context.out(`${JSON.stringify(list)}\n`);
  for (const attempt of list.data) context.out(`${lineOf(attempt)}\n`);
  if (list.data.length === 0) context.out('no attempts\n');
  if (list.has_more) context.note('there are older ones');
  const state = list.webhook.state === 'in_force' ? '' : `; the webhook is not in force: ${list.webhook.state}`;
  context.note(`${list.owed} ${list.owed === 1 ? 'message is' : 'messages are'} owed${state}`);
}

/** Throws CommandError when the test message was not delivered at the first attempt. */
export async function testWebhook(id: string, options: { json?: boolean }, context: CommandContext): Promise<void> {
  const { message_id, attempt } = await context.withOperations((operations) =>
    operations.testWebhook({ webhook_id: id }),
  );
  if (options.json) context.out(`${JSON.stringify({ message_id, attempt })}\n`);
  else if (attempt !== null) context.out(`${lineOf(attempt)}\n`);
  if (attempt === null) throw new CommandError(`no process has sent ${message_id} yet; does a pipeline run?`);
  if (attempt.error_class !== null) throw new CommandError('the test message was not delivered');
}

function lineOf(made: DeliveryAttempt): string {
  const { message_id, attempt, started_at, duration_ms, status, error_class, next_attempt_at } = made;
  const answer = status === null ? '' : ` ${status}`;
  const outcome = error_class === null ? 'delivered' : error_class;
  const next = error_class === null ? '' : next_attempt_at === null ? ', given up' : `, again at ${next_attempt_at}`;
  return printableLine(`${started_at} ${message_id} ${attempt}: ${outcome}${answer} in ${duration_ms} ms${next}`);
}
