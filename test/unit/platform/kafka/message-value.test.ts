import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Position } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { decodeMessage, encodeMessage } from '#platform/kafka/message-value.ts';

const message: StageMessage = {
  stage: 'judge',
  event_id: '01a1fd92-4f94-7511-bf88-c0ca595d74b7',
  event_type: 'RetrievalCompleted.v1',
  stream: 'verification-1',
  revision: 7,
  position: '00000000000000000042' as Position,
  key: 'verification-1',
  organization_id: null,
  correlation_id: 'cor_1',
  request_id: 'req_1',
  traceparent: '',
};

describe('the bytes of a stage message', () => {
  it('are read as they were written', () => {
    assert.deepEqual(decodeMessage('judge', encodeMessage(message)), message);
  });

  it('carry no field that is not ours', () => {
    const more = Buffer.from(JSON.stringify({ ...message, text: 'confidential' }));
    assert.deepEqual(decodeMessage('judge', more), message);
  });

  it('are refused for another stage, with a field missing, and with one of another kind', () => {
    assert.equal(decodeMessage('extract', encodeMessage(message)), null);
    for (const field of Object.keys(message)) {
      const { [field as keyof StageMessage]: _, ...rest } = message;
      assert.equal(decodeMessage('judge', Buffer.from(JSON.stringify(rest))), null, field);
      const other = { ...message, [field]: { nested: 1 } };
      assert.equal(decodeMessage('judge', Buffer.from(JSON.stringify(other))), null, field);
    }
  });

  it('may be anything without harm', () => {
    assert.equal(decodeMessage('judge', null), null);
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json()), (bytes) => {
        assert.equal(decodeMessage('judge', Buffer.from(bytes as Uint8Array)), null);
      }),
    );
  });
});
