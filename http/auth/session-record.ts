import type { SessionRecord } from '#contracts/http/session.ts';
import type { Role } from '#contracts/vocabulary.ts';
import type { SessionStartedData } from '#domain/session/events.ts';

/** A session as its own browser sees it. */
export function sessionRecord(session: SessionStartedData, role: Role, csrfToken: string): SessionRecord {
  const { session_id, organization_id, user_id, started_at, expires_at } = session;
  return { id: session_id, organization_id, user_id, role, started_at, expires_at, csrf_token: csrfToken };
}
