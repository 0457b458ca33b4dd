import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeEvent } from '#domain/events/registry.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { SESSION } from '#domain/session/decider.ts';

const ENDED = {
  type: 'SessionEnded' as const,
  data: {
    session_id: 'ses_1',
    organization_id: 'org_1',
    cause: 'revoked' as const,
    ended_at: '2026-01-01T00:00:00.000Z',
  },
};

describe('an aggregate', () => {
  test('decodes its own events', () => {
    assert.deepEqual(SESSION.decode(encodeEvent(ENDED)), ENDED);
  });

  test('skips a type that this version does not know', () => {
    assert.equal(SESSION.decode({ type: 'SessionPaused.v1', data: {} }), null);
  });

  test('refuses an event of another kind of aggregate instead of folding it', () => {
    assert.throws(() => ORGANIZATION.decode(encodeEvent(ENDED)), /SessionEnded is no event of a stream organization-/);
  });
});
