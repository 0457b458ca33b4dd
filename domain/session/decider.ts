/** The session decider: a session is started once and ended once. */
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import { SESSION_EVENTS, type SessionEndCause, type SessionEvent, type SessionStartedData } from './events.ts';

export interface SessionState {
  session: SessionStartedData | null;
  ended: boolean;
}

export type SessionCommand =
  | { type: 'StartSession'; data: SessionStartedData }
  | { type: 'EndSession'; cause: SessionEndCause; ended_at: string };

export type SessionRejection = 'not_found' | 'already_exists';

export const SESSION = defineAggregate<SessionState, SessionCommand, SessionEvent, SessionRejection>(
  'session-',
  SESSION_EVENTS,
  {
    initialState: () => ({ session: null, ended: false }),

    decide(command, { session, ended }): Decision<SessionEvent, SessionRejection> {
      if (command.type === 'StartSession') {
        if (session === null) return accept({ type: 'SessionStarted', data: command.data });
        return session.token_hash === command.data.token_hash
          ? NOTHING_TO_DO
          : reject('already_exists', 'another session has this id');
      }
      if (session === null || ended) return reject('not_found', 'no such session');
      const { session_id, organization_id } = session;
      const { cause, ended_at } = command;
      return accept({ type: 'SessionEnded', data: { session_id, organization_id, cause, ended_at } });
    },

    evolve(state, event) {
      switch (event.type) {
        case 'SessionStarted':
          return { session: event.data, ended: false };
        case 'SessionEnded':
          return { ...state, ended: true };
      }
    },
  },
);
