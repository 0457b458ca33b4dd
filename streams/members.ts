/** Members as the API shows them. */
import type { MemberRecord } from '#contracts/http/organization.ts';
import type { Member } from '#domain/organization/member.ts';

export function memberRecord({ user_id, email, role, added_at, invitation }: Member): MemberRecord {
  const status = invitation === null ? 'active' : 'invited';
  return { id: user_id, user_id, email, role, status, created_at: added_at };
}
