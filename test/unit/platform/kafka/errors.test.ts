import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import kafkajs from 'kafkajs';
import { isGroupLoading } from '#platform/kafka/errors.ts';

const { KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } = kafkajs;

const LOADING = new KafkaJSProtocolError({
  message: 'The coordinator is loading',
  type: 'GROUP_LOAD_IN_PROGRESS',
  code: 14,
  retriable: true,
} as never);

describe('an error of a group member', () => {
  it('is a group that is still being loaded, thrown alone or after retries', () => {
    assert.ok(isGroupLoading(LOADING));
    const wrapped = new KafkaJSNumberOfRetriesExceeded(LOADING, { retryCount: 5, retryTime: 1 });
    assert.ok(isGroupLoading(wrapped));
  });

  it('is another one for everything else', () => {
    const other = new KafkaJSProtocolError({ message: '', type: 'REBALANCE_IN_PROGRESS', code: 27 } as never);
    for (const error of [other, new Error('GROUP_LOAD_IN_PROGRESS'), null, undefined, 'x']) {
      assert.equal(isGroupLoading(error), false);
    }
  });
});
