/** Problems of topics, some of which an operator must solve. The codes are logged. */

export type TopicTrouble =
  /** The topic ends before the last relayed message; everything is relayed again. */
  | 'topic_lost_messages'
  /** The topic deletes old messages, whether handled or not, without notice. */
  | 'topic_forgets';

export class TopicError extends Error {
  readonly code: TopicTrouble;

  constructor(code: TopicTrouble, message: string) {
    super(message);
    this.name = 'TopicError';
    this.code = code;
  }
}

/**
 * A broker that has just started reads its groups first, and asks members to come back (error 14): brokers of 4.x in nearly
 * every second start. kafkajs 2.2.4 gives up on it instead of asking again (its pull request 1779).
 */
export function isGroupLoading(error: unknown): boolean {
  return [error, (error as { cause?: unknown } | null)?.cause].some(
    (each) => (each as { type?: unknown } | null | undefined)?.type === 'GROUP_LOAD_IN_PROGRESS',
  );
}
