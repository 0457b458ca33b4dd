/** Members as the API shows them. */
import type { MemberRecord } from '#contracts/http/organization.ts';
import type { Member } from '#domain/organization/member.ts';

/** `email`: the member's address, opened. */
export function memberRecord(
  { user_id, role, added_at, invitation, erased }: Member,
  email: string | null,
): MemberRecord {
  const status = erased !== null ? 'erased' : invitation === null ? 'active' : 'invited';
  return { id: user_id, user_id, email, role, status, created_at: added_at };
}
