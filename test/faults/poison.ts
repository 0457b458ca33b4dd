/** Messages that a stage must not take for its own, made from one that is. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Message } from 'kafkajs';
import type { WrittenMessage } from '#test/support/servers/kafka-topics.ts';

/** Sorts behind every position of an event log. */
const AHEAD = '~';
/** A broker takes a megabyte. */
const LONG = 900_000;

/** For one partition, which is not the one of `sample`. */
export function poison(sample: WrittenMessage): Message[] {
  const { key, value, headers } = sample;
  const fields = JSON.parse(String(value));
  const changed = (change: object) => JSON.stringify({ ...fields, ...change });
  const strange = `verification-ver_${randomUUID().replaceAll('-', '')}`;
  const values = [
    null,
    '',
    'no JSON',
    '{"stage":',
    'null',
    '[]',
    JSON.stringify({ id: 1, text: 'of another shape' }),
    changed({ stage: `${fields.stage}.v99` }),
    changed({ event_type: 'VerificationRequested.v99', version: 99 }),
    // Verifications that are not there, that are of somebody else, and that are not the sender's to speak of.
    changed({ stream: strange, key: strange, position: AHEAD }),
    changed({ organization_id: `org_${randomUUID()}`, position: AHEAD }),
    changed({ stream: '../organization', key: '', revision: 0, position: AHEAD }),
    changed({ revision: Number.MAX_SAFE_INTEGER, position: AHEAD }),
    randomBytes(500),
  ];
  return [
    // Without a seal, with one of another message, with none that could be one.
    ...[{}, headers, { mac: randomBytes(32) }, { mac: ['a', 'b'] }].flatMap((some) =>
      values.map((each) => ({ key, value: each, headers: { ...some } })),
    ),
    // What is genuine elsewhere: under its own key, and under another one.
    { key, value, headers: { ...headers } },
    { key: strange, value, headers: { ...headers } },
  ];
}

/** One at a time, as a broker takes them. */
export const VERY_LONG: ((sample: WrittenMessage) => Message)[] = [
  ({ key }) => ({ key, value: Buffer.alloc(LONG, '[') }),
  ({ key, value, headers }) => {
    const fields = JSON.parse(String(value));
    return { key, value: JSON.stringify({ ...fields, request_id: 'x'.repeat(LONG) }), headers: { ...headers } };
  },
];
