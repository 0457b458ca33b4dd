/**
 * Reports messages in a stage's topic that its relay did not write. They do no harm, but show that another client
 * writes to the topic.
 */
export class ForeignMessagesError extends Error {
  readonly found: { topic: string; partition: number; first_offset: number; messages: number };

  constructor(topic: string, partition: number, offsets: readonly number[]) {
    super(
      `${offsets.length} messages in partition ${partition} of ${topic} were not written by the relay and were skipped`,
    );
    this.name = 'ForeignMessagesError';
    this.found = { topic, partition, first_offset: offsets[0]!, messages: offsets.length };
  }
}
