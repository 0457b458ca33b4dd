import { SESSION, type SessionCommand } from '#domain/session/decider.ts';
import { SESSION_END_CAUSES } from '#domain/session/events.ts';
import { AT, few, testDeciderProperties } from '#test/support/decider-properties.ts';
import fc from '#test/support/property.ts';

const sessionCommand: fc.Arbitrary<SessionCommand> = fc.oneof(
  few('hash').map((token_hash) => ({
    type: 'StartSession' as const,
    data: {
      session_id: 'ses_1',
      organization_id: 'org_1',
      user_id: 'usr_1',
      key: null,
      password_changes: 0,
      token_hash,
      revocations: 0,
      started_at: AT,
      expires_at: '2026-01-01T12:00:00.000Z',
    },
  })),
  fc.constantFrom(...SESSION_END_CAUSES).map((cause) => ({ type: 'EndSession' as const, cause, ended_at: AT })),
);

testDeciderProperties(SESSION, sessionCommand);
