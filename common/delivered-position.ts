import type { Position, SubscriptionMessage } from '#contracts/ports/event-store.ts';

/** Up to where the log was delivered with the message. */
export function deliveredPosition(message: SubscriptionMessage): Position {
  return message.kind === 'event' ? message.event.position : message.position;
}
