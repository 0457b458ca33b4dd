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
