import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemberList, OrganizationList } from '#contracts/http/organization.ts';
import { SourceSetList } from '#contracts/http/source-set.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { SOURCE_SET } from '#domain/source-set/decider.ts';
import { membersOf } from '#query-api/members.ts';
import { createQueryService } from '#test/support/query-service.ts';
import { seal } from '#test/support/verification-history.ts';

const KEY = 'usr_2/crd_1';

test('a key sees exactly the organization it acts in', async () => {
  const service = await createQueryService();
  const body = (await service.get('/organizations', service.keyFor('org_2'))).json();
  assert.deepEqual(OrganizationList.parse(body), body);
  assert.deepEqual(
    body.data.map(({ id, owner_user_id }: { id: string; owner_user_id: string }) => [id, owner_user_id]),
    [['org_2', 'usr_of_org_2']],
  );
  assert.equal(body.data[0].settings.retention_hours, 720);
});

test('members, newest first, the creator as owner', async () => {
  const service = await createQueryService();
  await service.execute(ORGANIZATION, 'org_1', {
    type: 'InviteMember',
    user_id: 'usr_2',
    email: 'ada@example.org',
    address: { key_id: KEY, sealed: seal(KEY, 'credential', 'ada@example.org'), fingerprint: 'f' },
    role: 'reviewer',
    token_hash: 'a hash',
    invited_at: service.now,
    expires_at: '2026-03-01T00:00:00.000Z',
  });
  const body = (await service.get('/organizations/org_1/members', service.keyFor('org_1'))).json();
  assert.deepEqual(MemberList.parse(body), body);
  assert.deepEqual(body.data, [
    {
      id: 'usr_2',
      user_id: 'usr_2',
      email: 'ada@example.org',
      role: 'reviewer',
      status: 'invited',
      created_at: service.now,
    },
    {
      id: 'usr_of_org_1',
      user_id: 'usr_of_org_1',
      email: null,
      role: 'owner',
      status: 'active',
      created_at: '2026-01-01T00:00:00.000Z',
    },
  ]);
});

test('of some members, only their addresses are opened', async () => {
  const service = await createQueryService();
  for (const user_id of ['usr_2', 'usr_3', 'usr_4']) {
    const key_id = `${user_id}/crd_1`;
    await service.execute(ORGANIZATION, 'org_1', {
      type: 'InviteMember',
      user_id,
      email: `${user_id}@example.org`,
      address: { key_id, sealed: seal(key_id, 'credential', `${user_id}@example.org`), fingerprint: user_id },
      role: 'reviewer',
      token_hash: user_id,
      invited_at: service.now,
      expires_at: '2026-03-01T00:00:00.000Z',
    });
  }
  const opened: string[] = [];
  const { vault } = service.dependencies;
  const counted = Object.assign(Object.create(vault), {
    dataKey(id: string) {
      opened.push(id);
      return vault.dataKey(id);
    },
  });
  const members = await membersOf({ ...service.dependencies, vault: counted }, 'org_1', new Set(['usr_3', 'usr_9']));
  assert.deepEqual(
    members.map(({ email }) => email),
    ['usr_3@example.org'],
  );
  assert.deepEqual(opened, ['usr_3/crd_1']);
});

test('an erased member stays in the list, without an address', async () => {
  const service = await createQueryService();
  const member = { user_id: 'usr_2', email: 'ada@example.org', role: 'reviewer' as const, token_hash: 'a hash' };
  const address = { key_id: KEY, sealed: seal(KEY, 'credential', 'ada@example.org'), fingerprint: 'f' };
  const times = { invited_at: service.now, expires_at: '2026-03-01T00:00:00.000Z' };
  await service.execute(ORGANIZATION, 'org_1', { type: 'InviteMember', ...member, address, ...times });
  await service.execute(ORGANIZATION, 'org_1', {
    type: 'EraseMember',
    user_id: 'usr_2',
    erased_at: service.now,
  });
  const body = (await service.get('/organizations/org_1/members', service.keyFor('org_1'))).json();
  assert.deepEqual(MemberList.parse(body), body);
  const [{ user_id, email, status }] = body.data;
  assert.deepEqual([user_id, email, status], ['usr_2', null, 'erased']);
});

test('an address whose key is gone is not shown, and the others are', async () => {
  const service = await createQueryService();
  service.shred(KEY);
  await service.execute(ORGANIZATION, 'org_1', {
    type: 'InviteMember',
    user_id: 'usr_2',
    email: 'ada@example.org',
    address: { key_id: KEY, sealed: seal(KEY, 'credential', 'ada@example.org'), fingerprint: 'f' },
    role: 'reviewer',
    token_hash: 'a hash',
    invited_at: service.now,
    expires_at: '2026-03-01T00:00:00.000Z',
  });
  const { data } = (await service.get('/organizations/org_1/members', service.keyFor('org_1'))).json();
  assert.deepEqual([data[0].email, data[0].status, data[1].role], [null, 'invited', 'owner']);
});

test('source sets, newest first, with the resources in use', async () => {
  const service = await createQueryService();
  const created_at = ['2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'];
  for (const [index, source_set_id] of ['srs_1', 'srs_2'].entries()) {
    await service.execute(SOURCE_SET, source_set_id, {
      type: 'CreateSourceSet',
      data: {
        source_set_id,
        organization_id: 'org_1',
        name: source_set_id,
        description: '',
        created_at: created_at[index]!,
      },
    });
  }
  for (const resource_id of ['src_1', 'src_2']) {
    await service.execute(SOURCE_SET, 'srs_1', {
      type: 'AddResource',
      data: {
        source_set_id: 'srs_1',
        resource_id,
        url: 'https://example.org/',
        label: 'Example',
        source_class: 'customer_approved',
        created_at: service.now,
      },
    });
  }
  await service.execute(SOURCE_SET, 'srs_1', {
    type: 'DisableResource',
    resource_id: 'src_1',
    disabled_at: service.now,
  });
  await service.project();
  const body = (await service.get('/organizations/org_1/source-sets', service.keyFor('org_1'))).json();
  assert.deepEqual(SourceSetList.parse(body), body);
  assert.deepEqual(
    body.data.map(({ id, resources }: { id: string; resources: { id: string }[] }) => [
      id,
      resources.map((resource) => resource.id),
    ]),
    [
      ['srs_2', []],
      ['srs_1', ['src_2']],
    ],
  );
  const others = (await service.get('/organizations/org_2/source-sets', service.keyFor('org_2'))).json();
  assert.deepEqual(others.data, []);
});

test("another organization's lists are 404", async () => {
  const service = await createQueryService();
  const outsider = service.keyFor('org_2');
  for (const list of ['members', 'source-sets', 'policies']) {
    for (const organization of ['org_1', 'org_unknown']) {
      const answer = await service.get(`/organizations/${organization}/${list}`, outsider);
      assert.equal(answer.statusCode, 404, list);
    }
  }
});
