/** Members and projects of an organization. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '#domain/decider.ts';
import {
  DEFAULT_SETTINGS,
  MOST_MEMBERS,
  MOST_PROJECTS,
  ORGANIZATION,
  type OrganizationCommand,
} from '#domain/organization/decider.ts';
import type { OrganizationEvent } from '#domain/organization/events.ts';
import { joinedMember, memberInvitedBy, NEW_MEMBER } from '#domain/organization/member.ts';
import { given } from '#test/support/decider-spec.ts';

const AT = '2026-01-01T00:00:00.000Z';
const PASSWORD = { salt: 's', hash: 'h', N: 2, r: 8, p: 1 };
const DAY_8 = '2026-01-08T00:00:00.000Z';

const FOUNDED: OrganizationEvent[] = [
  {
    type: 'OrganizationCreated',
    data: {
      organization_id: 'org_1',
      name: 'n',
      owner_user_id: 'usr_1',
      root_id: 'org_1',
      settings: DEFAULT_SETTINGS,
      created_at: AT,
    },
  },
  { type: 'MemberAdded', data: { user_id: 'usr_1', email: null, role: 'owner', added_at: AT } },
];
const sealed = (email: string) => ({ key_id: `key of ${email}`, sealed: 's', fingerprint: email.toLowerCase() });
const invitation = (user_id: string, email: string, token_hash: string) => ({
  user_id,
  address: sealed(email),
  role: 'viewer' as const,
  token_hash,
  invited_at: AT,
  expires_at: DAY_8,
});
const invited = (...of: Parameters<typeof invitation>): OrganizationEvent => ({
  type: 'MemberInvited',
  data: invitation(...of),
});
const invite = (...of: Parameters<typeof invitation>): OrganizationCommand => ({
  type: 'InviteMember',
  ...invitation(...of),
  email: of[1],
});
const accept = (token_hash: string, accepted_at = AT): OrganizationCommand => ({
  type: 'AcceptInvitation',
  token_hash,
  password: PASSWORD,
  accepted_at,
});
const joined: OrganizationEvent = {
  type: 'MemberJoined',
  data: { user_id: 'usr_2', password: PASSWORD, joined_at: AT },
};

test('an invitation is accepted once', () => {
  const open = given(ORGANIZATION, ...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1'));
  open.when(accept('hash_1')).then(joined);
  open.when(accept('hash_2')).thenRefused('not_found');
  const used = given(ORGANIZATION, ...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1'), joined);
  used.when(accept('hash_1')).thenRefused('not_found');
});

test("an expired invitation can't be accepted", () => {
  const open = given(ORGANIZATION, ...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1'));
  open.when(accept('hash_1', DAY_8)).thenRefused('not_found');
});

test('an invitation to the same address, in any case, replaces the open one', () => {
  const again = invite('usr_3', 'A@B.example', 'hash_2');
  given(ORGANIZATION, ...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1'))
    .when(again)
    .then(invited('usr_2', 'A@B.example', 'hash_2'));
  const events = [...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1'), invited('usr_2', 'A@B.example', 'hash_2')];
  given(ORGANIZATION, ...events)
    .when(accept('hash_1'))
    .thenRefused('not_found');
  assert.equal(fold(ORGANIZATION, events).members.length, 2);
});

test('the address of a member can not be invited', () => {
  given(ORGANIZATION, ...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1'), joined)
    .when(invite('usr_3', 'A@b.example', 'hash_2'))
    .thenRefused('already_exists', 'email');
});

const erase = (user_id: string): OrganizationCommand => ({ type: 'EraseMember', user_id, erased_at: AT });
const erased = (user_id: string): OrganizationEvent => ({ type: 'MemberErased', data: { user_id, erased_at: AT } });

test('a member is erased once, whether joined or only invited', () => {
  const open = [...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1')];
  for (const events of [open, [...open, joined]]) {
    given(ORGANIZATION, ...events)
      .when(erase('usr_2'))
      .then(erased('usr_2'));
    given(ORGANIZATION, ...events, erased('usr_2'))
      .when(erase('usr_2'))
      .then();
  }
  given(ORGANIZATION, ...open)
    .when(erase('usr_1'))
    .thenRefused('not_found');
  given(ORGANIZATION, ...open)
    .when(erase('usr_3'))
    .thenRefused('not_found');
});

test('of an erased member only the id, the role and a time stay', () => {
  const state = fold(ORGANIZATION, [...MEMBER, reset('reset_1'), erased('usr_2')]);
  const key_id = 'key of a@b.example';
  assert.deepEqual(
    state.members.find(({ user_id }) => user_id === 'usr_2'),
    { ...NEW_MEMBER, user_id: 'usr_2', address: null, role: 'viewer', added_at: AT, erased: { at: AT, key_id } },
  );
  assert.equal(joinedMember(state, 'usr_2'), null);
  const spec = given(ORGANIZATION, ...MEMBER, reset('reset_1'), erased('usr_2'));
  spec.when(resetWith('reset_1')).thenRefused('not_found');
  spec.when(accept('hash_1')).thenRefused('not_found');
  spec.when(invite('usr_3', 'a@b.example', 'hash_2')).then(invited('usr_3', 'a@b.example', 'hash_2'));
});

test('an invitation that was begun before an erasure does not bring the member back', () => {
  given(ORGANIZATION, ...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1'), erased('usr_2'))
    .when(invite('usr_2', 'a@b.example', 'hash_2'))
    .thenRefused('already_exists', 'email');
});

test('what was once in clear in the log is known as such, also when it is sealed later', () => {
  const data = { ...invitation('usr_2', 'a@b.example', 'hash_1'), address: { clear: 'a@b.example' } };
  const early: OrganizationEvent = { type: 'MemberInvited', data };
  const clear = (...events: OrganizationEvent[]) =>
    fold(ORGANIZATION, [...FOUNDED, ...events]).members.at(-1)?.clear_in_log;
  const again = invited('usr_2', 'a@b.example', 'hash_2');
  assert.deepEqual([clear(early), clear(early, again, joined, erased('usr_2'))], [true, true]);
  assert.deepEqual([clear(again), clear(again, joined, erased('usr_2'))], [false, false]);
});

test('a member who was invited before addresses were sealed is found by the address', () => {
  const data = { ...invitation('usr_2', 'a@b.example', 'hash_1'), address: { clear: 'a@B.example' } };
  const early: OrganizationEvent = { type: 'MemberInvited', data };
  given(ORGANIZATION, ...FOUNDED, early)
    .when(invite('usr_3', 'A@b.example', 'hash_2'))
    .then(invited('usr_2', 'A@b.example', 'hash_2'));
  given(ORGANIZATION, ...FOUNDED, early, joined)
    .when(invite('usr_3', 'a@b.example', 'hash_2'))
    .thenRefused('already_exists', 'email');
});

test('an invited person is not a member yet', () => {
  const open = fold(ORGANIZATION, [...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1')]);
  assert.equal(joinedMember(open, 'usr_2'), null);
  assert.equal(memberInvitedBy(open, 'hash_1', AT)?.user_id, 'usr_2');
  assert.equal(joinedMember(fold(ORGANIZATION, [joined], open), 'usr_2')?.role, 'viewer');
});

const reset = (token_hash: string): OrganizationEvent => ({
  type: 'PasswordResetIssued',
  data: { user_id: 'usr_2', token_hash, issued_at: AT, expires_at: DAY_8 },
});
const resetWith = (token_hash: string, changed_at = AT): OrganizationCommand => ({
  type: 'ResetPassword',
  token_hash,
  password: { ...PASSWORD, hash: 'new' },
  changed_at,
});
const newPassword = (cause: 'changed' | 'reset'): OrganizationEvent => ({
  type: 'MemberPasswordChanged',
  data: { user_id: 'usr_2', cause, password: { ...PASSWORD, hash: 'new' }, changed_at: AT },
});
const MEMBER = [...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1'), joined];

test('a token sets a new password once, while it has not expired nor been replaced', () => {
  const spec = given(ORGANIZATION, ...MEMBER, reset('reset_1'));
  spec.when(resetWith('reset_1')).then(newPassword('reset'));
  spec.when(resetWith('reset_1', DAY_8)).thenRefused('not_found');
  spec.when(resetWith('hash_1')).thenRefused('not_found');
  for (const then of [newPassword('reset'), newPassword('changed'), reset('reset_2')]) {
    given(ORGANIZATION, ...MEMBER, reset('reset_1'), then)
      .when(resetWith('reset_1'))
      .thenRefused('not_found');
  }
});

test("a member without a password can't get a reset", () => {
  const spec = given(ORGANIZATION, ...FOUNDED, invited('usr_2', 'a@b.example', 'hash_1'));
  for (const user_id of ['usr_1', 'usr_2', 'usr_3']) {
    spec
      .when({ type: 'IssuePasswordReset', user_id, token_hash: 'reset_1', issued_at: AT, expires_at: DAY_8 })
      .thenRefused('not_found');
  }
});

test('of two changes with the same present password, the second is refused', () => {
  const password = { ...PASSWORD, hash: 'new' };
  const change = { type: 'ChangePassword', user_id: 'usr_2', present: PASSWORD, password, changed_at: AT } as const;
  given(ORGANIZATION, ...MEMBER)
    .when(change)
    .then(newPassword('changed'));
  given(ORGANIZATION, ...MEMBER, newPassword('changed'))
    .when(change)
    .thenRefused('not_found');
});

test('the number of members is limited', () => {
  const full = Array.from({ length: MOST_MEMBERS - 1 }, (_, n) => invited(`usr_${n + 2}`, `a@${n}`, `hash_${n}`));
  const spec = given(ORGANIZATION, ...FOUNDED, ...full);
  spec.when(invite('usr_new', 'new@b.example', 'hash_new')).thenRefused('validation_error', 'email');
  spec.when(invite('usr_2', 'a@0', 'hash_new')).then(invited('usr_2', 'a@0', 'hash_new'));
});

test('the number of projects is limited', () => {
  const project = (n: number) => ({ project_id: `prj_${n}`, name: 'n', created_at: AT });
  const projects = Array.from({ length: MOST_PROJECTS }, (_, n) => ({
    type: 'ProjectCreated' as const,
    data: project(n),
  }));
  given(ORGANIZATION, ...FOUNDED, ...projects.slice(1))
    .when({ type: 'CreateProject', ...project(0) })
    .then(projects[0]!);
  given(ORGANIZATION, ...FOUNDED, ...projects)
    .when({ type: 'CreateProject', ...project(MOST_PROJECTS) })
    .thenRefused('validation_error', 'name');
  given(ORGANIZATION)
    .when({ type: 'CreateProject', ...project(0) })
    .thenRefused('not_found');
});
