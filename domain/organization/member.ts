/** Members of an organization: how its events change them, and how they are found. */
import type { Role } from '#contracts/vocabulary.ts';
import { isAddress, isSealedAddress, type MemberAddress, type SoughtAddress } from './address.ts';
import type {
  MemberAddedData,
  MemberErasedData,
  MemberInvitedData,
  MemberJoinedData,
  MemberPasswordChangedData,
  PasswordResetIssuedData,
  PasswordVerifier,
} from './events.ts';

export interface Member {
  user_id: string;
  /** null: the creator of the organization has none, and that of an erased member is gone. */
  address: MemberAddress | null;
  role: Role;
  /** When the person was first invited, or created the organization. */
  added_at: string;
  /** null: the person has joined. */
  invitation: { token_hash: string; expires_at: string } | null;
  /** Token of the accepted invitation; null: there was none. */
  accepted_token_hash: string | null;
  /** null: the person can't sign in with a password. */
  password: PasswordVerifier | null;
  /** Number of password changes. A session that began with a password is valid as long as this stays the same. */
  password_changes: number;
  /** Token with which a forgotten password can be replaced; null: none was issued. */
  reset: { token_hash: string; expires_at: string } | null;
  /** Token of the reset that set the password; null: the password was set otherwise. */
  used_reset_token_hash: string | null;
  /** Whether an event of before addresses were sealed holds the address in clear. */
  clear_in_log: boolean;
  /** When the member was erased, and the key that had sealed the address; null: not erased. */
  erased: { at: string; key_id: string | null } | null;
}

/** Initial values of a member. */
export const NEW_MEMBER = {
  invitation: null,
  accepted_token_hash: null,
  password: null,
  password_changes: 0,
  reset: null,
  used_reset_token_hash: null,
  clear_in_log: false,
  erased: null,
} as const satisfies Partial<Member>;

type Members = readonly Member[];
type WithMembers = { members: Members };

/** The member whose open invitation has the token; null if there is none, or it has expired at `at`. */
export function memberInvitedBy(state: WithMembers, tokenHash: string, at: string): Member | null {
  const invited = state.members.find(({ invitation }) => invitation?.token_hash === tokenHash);
  return invited?.invitation && invited.invitation.expires_at > at ? invited : null;
}

/** The member, if the person has joined; null for one who is only invited, or was erased. */
export function joinedMember(state: WithMembers, userId: string): Member | null {
  const member = memberWithId(state, userId);
  return member?.invitation === null && member.erased === null ? member : null;
}

/** The member, whether joined, invited or erased. */
export function memberWithId(state: WithMembers, userId: string): Member | null {
  return state.members.find(({ user_id }) => user_id === userId) ?? null;
}

/** Whether the person was a member until an erasure. Their keys go on, but nobody signs in with them. */
export function isErased(state: WithMembers, userId: string): boolean {
  return state.members.some(({ user_id, erased }) => user_id === userId && erased !== null);
}

/** Finds the member with the address. Case is ignored. */
export function memberWithAddress(state: WithMembers, sought: SoughtAddress): Member | null {
  return state.members.find(({ address }) => isAddress(address, sought)) ?? null;
}

/** The member whose password the token may replace; null if there is none, or it has expired at `at`. */
export function memberWithReset(state: WithMembers, tokenHash: string, at: string): Member | null {
  const found = state.members.find(({ reset }) => reset?.token_hash === tokenHash);
  return found?.reset && found.reset.expires_at > at ? found : null;
}

/** The member who joined with the token. */
export function memberJoinedWith(state: WithMembers, tokenHash: string): Member | null {
  return state.members.find(({ accepted_token_hash }) => accepted_token_hash === tokenHash) ?? null;
}

/** The member whose present password was set with the token. */
export function memberResetWith(state: WithMembers, tokenHash: string): Member | null {
  return state.members.find(({ used_reset_token_hash }) => used_reset_token_hash === tokenHash) ?? null;
}

/** The members after the creator was added. */
export function withAdded(members: Members, { user_id, email, role, added_at }: MemberAddedData): Members {
  const address = email === null ? null : { clear: email };
  return [...members, { ...NEW_MEMBER, user_id, address, role, added_at, clear_in_log: email !== null }];
}

/** The members after somebody was invited, or invited again. */
export function withInvited(
  members: Members,
  { user_id, address, role, token_hash, invited_at, expires_at }: MemberInvitedData,
): Members {
  const invitation = { token_hash, expires_at };
  const isClear = !isSealedAddress(address);
  const invited = { ...NEW_MEMBER, user_id, address, role, added_at: invited_at, invitation, clear_in_log: isClear };
  const again = ({ added_at, clear_in_log }: Member) => ({
    ...invited,
    added_at,
    clear_in_log: isClear || clear_in_log,
  });
  return members.some((known) => known.user_id === user_id) ? edited(members, user_id, again) : [...members, invited];
}

export function withJoined(members: Members, { user_id, password }: MemberJoinedData): Members {
  return edited(members, user_id, (known) => ({
    ...known,
    invitation: null,
    accepted_token_hash: known.invitation?.token_hash ?? null,
    password,
  }));
}

export function withReset(members: Members, { user_id, token_hash, expires_at }: PasswordResetIssuedData): Members {
  return edited(members, user_id, (known) => ({ ...known, reset: { token_hash, expires_at } }));
}

/** The members after a change of password, which ends an open reset of the earlier one. */
export function withPassword(members: Members, { user_id, cause, password }: MemberPasswordChangedData): Members {
  return edited(members, user_id, (known) => ({
    ...known,
    password,
    password_changes: known.password_changes + 1,
    reset: null,
    used_reset_token_hash: cause === 'reset' ? (known.reset?.token_hash ?? null) : null,
  }));
}

/** The members after one was erased: only the id, the role and the time of the invitation stay. */
export function withErased(members: Members, { user_id, erased_at }: MemberErasedData): Members {
  return edited(members, user_id, ({ address, role, added_at, clear_in_log }) => ({
    ...NEW_MEMBER,
    user_id,
    address: null,
    role,
    added_at,
    clear_in_log,
    erased: { at: erased_at, key_id: isSealedAddress(address) ? address.key_id : null },
  }));
}

function edited(members: Members, userId: string, edit: (known: Member) => Member): Members {
  return members.map((known) => (known.user_id === userId ? edit(known) : known));
}
