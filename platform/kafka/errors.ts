/** Troubles of topics that the queue gets over, or that an operator has to: known by their code, in the log too. */

export type TopicTrouble =
  /** It ends before what was relayed to it: everything is relayed again. */
  | 'topic_lost_messages'
  /** It drops what is old, handled or not, and nobody notices. */
  | 'topic_forgets';

export class TopicError extends Error {
  readonly code: TopicTrouble;

  constructor(code: TopicTrouble, message: string) {
    super(message);
    this.name = 'TopicError';
    this.code = code;
  }
}
