import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Position } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { MessageSeal } from '#platform/kafka/message-seal.ts';
import { decodeMessage, encodeMessage, type MessageContent } from '#platform/kafka/message-value.ts';
import fc from '#test/support/property.ts';

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

const PARTITION = 2;
const seal = new MessageSeal(Buffer.from('a secret'));

/** As a relay of this service would have written it. */
function sealed(value: Buffer) {
  return { value, headers: { mac: seal.seal(PARTITION, value) } };
}

function json(value: object) {
  return sealed(Buffer.from(JSON.stringify(value)));
}

const decode = (stage: string, content: MessageContent, partition = PARTITION) =>
  decodeMessage(stage, content, partition, seal);

describe('a stage message as a Kafka message', () => {
  it('is read as it was written', () => {
    assert.deepEqual(decode('judge', encodeMessage(message, PARTITION, seal)), message);
  });

  it('is refused in another partition, under another secret, and with anything changed', () => {
    const written = encodeMessage(message, PARTITION, seal);
    const { value, headers } = written;
    assert.equal(decode('judge', written, 1), null);
    assert.equal(decodeMessage('judge', written, PARTITION, new MessageSeal(Buffer.from('another'))), null);
    for (let at = 0; at < value.length; at++) {
      const changed = Buffer.from(value);
      changed[at]! ^= 1;
      assert.equal(decode('judge', { value: changed, headers }), null);
    }
    for (const mac of [undefined, Buffer.alloc(0), Buffer.alloc(32), headers.mac.subarray(1), headers.mac.toString()]) {
      assert.equal(decode('judge', { value, headers: { mac } }), null);
    }
    assert.equal(decode('judge', { value }), null);
  });

  it('contains only known fields', () => {
    assert.deepEqual(decode('judge', json({ ...message, text: 'confidential' })), message);
  });

  it('is refused for another stage, and with a missing or wrong field', () => {
    assert.equal(decode('extract', encodeMessage(message, PARTITION, seal)), null);
    for (const field of Object.keys(message)) {
      const { [field as keyof StageMessage]: _, ...rest } = message;
      assert.equal(decode('judge', json(rest)), null, field);
      assert.equal(decode('judge', json({ ...message, [field]: { nested: 1 } })), null, field);
    }
  });

  it('may contain anything without harm', () => {
    assert.equal(decode('judge', { value: null }), null);
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json()), (bytes) => {
        const value = Buffer.from(bytes as Uint8Array);
        assert.equal(decode('judge', sealed(value)), null);
        assert.equal(decode('judge', { value, headers: { mac: value } }), null);
      }),
    );
  });
});
