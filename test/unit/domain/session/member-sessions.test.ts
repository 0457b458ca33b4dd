import { MEMBER_SESSIONS, type MemberSessionsCommand } from '#domain/session/member-sessions.ts';
import { few, testDeciderProperties } from '#test/support/decider-properties.ts';
import type fc from '#test/support/property.ts';

const memberSessionsCommand: fc.Arbitrary<MemberSessionsCommand> = few('at').map((revoked_at) => ({
  type: 'RevokeSessions' as const,
  data: { organization_id: 'org_1', user_id: 'usr_1', revoked_at },
}));

testDeciderProperties(MEMBER_SESSIONS, memberSessionsCommand);
