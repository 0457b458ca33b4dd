/** `evidence member erase`, beside a running service and without one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { evidence } from '#test/support/command-line.ts';
import { formsOfText, tracesIn } from '#test/support/service/traces.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { PASSWORD } from '#test/support/workbench.ts';

const FIRST = 'Zyxomma.Petiolatum@ponds.example.org';
const SECOND = 'Aeshna.Grandis@ponds.example.org';

let folder: { path: string; remove: () => Promise<void> };
let data: string;
let service: ServiceProcess;
let organization: string;
const run = (...args: string[]) => evidence(data, ['member', 'erase', ...args]);

before(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
  service = await startService(data, { LOG_LEVEL: 'trace' });
  organization = (await service.request('GET', '/v1/organizations')).body.data[0].id;
});
after(async () => {
  await service.stop();
  await folder.remove();
});

async function joined(email: string): Promise<string> {
  const path = `/v1/organizations/${organization}/members`;
  const invited = await service.request('POST', path, { body: { email, role: 'reviewer' } });
  const accepted = await service.request('POST', '/session/invitation', {
    key: null,
    body: { token: invited.body.invitation.token, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(accepted.status, 201, accepted.text);
  return invited.body.user_id;
}
const signIn = async (email: string) =>
  service.request('POST', '/session/password', {
    key: null,
    body: { organization_id: organization, email, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin' },
  });

test('beside a running service a member is erased by address', async () => {
  const user_id = await joined(FIRST);
  assert.equal((await signIn(FIRST)).status, 201);
  const erased = await run(FIRST.toLowerCase());
  assert.equal(erased.code, 0, erased.stderr);
  assert.match(erased.stdout, new RegExp(`^${organization}  ${user_id}  erased at 2\\S+Z\\n$`));
  assert.equal((await signIn(FIRST)).status, 401);
});

test('without a service a member is erased by id, in the named organization only', async () => {
  const user_id = await joined(SECOND);
  await service.kill();
  const elsewhere = await run(user_id, '--organization', 'org_none');
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /nobody was invited with this address or id in org_none/);
  const erased = await run(user_id, '--organization', organization, '--json');
  assert.equal(erased.code, 0, erased.stderr);
  const [{ erased_at: _, ...member }] = JSON.parse(erased.stdout).data;
  assert.deepEqual(member, {
    organization_id: organization,
    user_id,
    key_destroyed: true,
    clear_in_log: false,
    key_ids: [],
  });
});

test('no file of the data folder and no log line holds an address', () => {
  for (const email of [FIRST, SECOND]) {
    for (const form of [email, email.toLowerCase()]) assert.deepEqual(tracesIn(data, formsOfText(form)), []);
    assert.ok(!JSON.stringify(service.logs).toLowerCase().includes(email.toLowerCase()));
  }
});
