/**
 * Decides on new passwords of members: changed by a person who knows the present one, or set with a token that an admin
 * passed on.
 */
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import type { OrganizationEvent, PasswordResetIssuedData, PasswordVerifier } from './events.ts';
import { joinedMember, type Member, memberWithReset } from './member.ts';

export type PasswordCommand =
  /** `present`: the password that the person has proved to know. Another one may have been set since. */
  | {
      type: 'ChangePassword';
      user_id: string;
      present: PasswordVerifier;
      password: PasswordVerifier;
      changed_at: string;
    }
  /** Replaces the token that the member has. */
  | ({ type: 'IssuePasswordReset' } & PasswordResetIssuedData)
  | { type: 'ResetPassword'; token_hash: string; password: PasswordVerifier; changed_at: string };

type PasswordDecision = Decision<OrganizationEvent, 'not_found'>;

export function decidePassword(command: PasswordCommand, state: { members: readonly Member[] }): PasswordDecision {
  if (command.type === 'IssuePasswordReset') {
    const { type: _, ...issued } = command;
    const member = joinedMember(state, issued.user_id);
    if (!member?.password) return reject('not_found', 'no member with a password has this id');
    return member.reset?.token_hash === issued.token_hash
      ? NOTHING_TO_DO
      : accept({ type: 'PasswordResetIssued', data: issued });
  }
  const { password, changed_at } = command;
  if (command.type === 'ChangePassword') {
    const member = joinedMember(state, command.user_id);
    if (member?.password?.hash !== command.present.hash) return reject('not_found', 'the password is another one now');
    return changed(member, 'changed', password, changed_at);
  }
  const member = memberWithReset(state, command.token_hash, changed_at);
  return member === null ? reject('not_found', 'no such token') : changed(member, 'reset', password, changed_at);
}

function changed(
  { user_id }: Member,
  cause: 'changed' | 'reset',
  password: PasswordVerifier,
  changed_at: string,
): PasswordDecision {
  return accept({ type: 'MemberPasswordChanged', data: { user_id, cause, password, changed_at } });
}
