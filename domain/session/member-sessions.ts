/** The decider of all sessions of a member in one organization. */
import type { z } from 'zod';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO } from '../decider.ts';
import { MEMBER_SESSIONS_EVENTS, type MemberSessionsEvent, type SessionsRevoked } from './events.ts';

export interface MemberSessionsState {
  /**
   * How often all sessions were revoked. A session records this number at its start and is valid as long as it stays
   * the same, so differing clocks do not matter.
   */
  revocations: number;
  revoked_at: string | null;
}

export interface MemberSessionsCommand {
  type: 'RevokeSessions';
  data: z.infer<typeof SessionsRevoked.schema>;
}

/** Id of a member's sessions. */
export function memberSessionsId(member: { organization_id: string; user_id: string }): string {
  return `${member.organization_id}-${member.user_id}`;
}

export const MEMBER_SESSIONS = defineAggregate<
  MemberSessionsState,
  MemberSessionsCommand,
  MemberSessionsEvent,
  'not_found'
>('member-sessions-', MEMBER_SESSIONS_EVENTS, {
  initialState: () => ({ revocations: 0, revoked_at: null }),

  decide({ data }, state): Decision<MemberSessionsEvent, 'not_found'> {
    return state.revoked_at === data.revoked_at ? NOTHING_TO_DO : accept({ type: 'SessionsRevoked', data });
  },

  evolve: (state, { data }) => ({ revocations: state.revocations + 1, revoked_at: data.revoked_at }),
});
