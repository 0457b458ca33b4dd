/** Source sets and the library in the workbench, by plain forms; the library on the command line's operations as well. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { libraryDocumentId } from '#domain/library/decider.ts';
import { eventuallyShown } from '#test/support/service/eventually-shown.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { joinAs, skipSignInLimits } from '#test/support/workbench.ts';
import { openPages, type Pages } from '#test/support/workbench-pages.ts';

const HOSTILE = '<script>alert(1)</script>';
const HOSTILE_TEXT = '&lt;img src=x onerror=alert(1)&gt;';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: TestService;
let owner: Pages;
const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<title>Bridges &lt;script&gt;</title><p>The Lindholm bridge was opened in 1936 ${HOSTILE_TEXT}.</p>`);
});
before(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  folder = await temporaryFolder();
  const library = join(folder.path, 'harbour');
  await mkdir(library);
  await writeFile(join(library, 'a.md'), '# The harbour\n\nThe harbour at Norrvik was dredged in 1998.\n');
  await writeFile(join(library, 'b.md'), `# ${HOSTILE}\n\nHerring is landed at Norrvik.\n`);
  service = await openTestService({ realEngine: true, allowHosts: [hostOfSite()] });
  await operations().addLibrary({ folder: library, prune: false });
  owner = openPages(service);
  assert.equal((await owner.post('/app/login', { api_key: service.key })).status, 303);
});
after(async () => {
  await service?.close();
  await folder?.remove();
  site.close();
});

const hostOfSite = () => `127.0.0.1:${(site.address() as AddressInfo).port}`;

const operations = () => createOperations(service.service, () => {});

describe('source sets', () => {
  it('are made, get pages, and lose them', async () => {
    assert.equal((await owner.post('/app/sources', { name: HOSTILE, description: 'Law' })).status, 303);
    const shown = async () => (await owner.get('/app/sources')).text;
    await eventuallyShown(service, 'the set is listed', async () => (await shown()).includes('Law'));
    const id = /sources\/(srs_\w+)\/resources/.exec(await shown())![1]!;
    const page = { url: 'https://law.example/act', label: 'The act' };
    assert.equal((await owner.post(`/app/sources/${id}/resources`, page)).status, 303);
    await eventuallyShown(service, 'the page is listed', async () => (await shown()).includes('The act'));
    assert.ok(!(await shown()).includes(HOSTILE));
    const refused = await owner.post(`/app/sources/${id}/resources`, { url: 'http://10.0.0.1/x', label: 'Inside' });
    assert.equal(refused.status, 422);
    const action = /(\/app\/sources\/srs_\w+\/resources\/src_\w+\/disable)/.exec(await shown())![1]!;
    skipSignInLimits(service);
    const stranger = openPages(service);
    await stranger.post('/app/login', { api_key: (await service.newTenant()).key });
    assert.equal((await stranger.post(action, {})).status, 404);
    assert.equal((await stranger.post(`/app/sources/${id}/resources`, page)).status, 404);
    assert.ok(!(await stranger.get('/app/sources')).text.includes(id));
    assert.equal((await owner.post(action, {})).status, 303);
    await eventuallyShown(service, 'it is gone', async () => !(await shown()).includes('The act'));
  });
});

describe('a page of a set', () => {
  it('shows what was last read of it, to its own organization', async () => {
    const base = `/organizations/${service.organization_id}/source-sets`;
    const { body: set } = await succeeded(service.call('POST', base, { body: { name: 'Bridges' } }));
    const page = { url: `http://${hostOfSite()}/bridge`, label: 'The register' };
    const { body: added } = await succeeded(service.call('POST', `${base}/${set.id}/resources`, { body: page }));
    const path = `/app/sources/${set.id}/resources/${added.id}`;
    assert.match((await owner.get(path)).text, /Nothing of it is kept/);
    const content = 'The Lindholm bridge was opened in 1936.';
    const body = { content, source_set_id: set.id, profile: 'internal_enterprise' };
    await succeeded(service.call('POST', '/verifications', { body }));
    const { text } = await owner.get(path);
    assert.match(text, /<bdi>Bridges &lt;script&gt;<\/bdi>/);
    assert.match(text, /1 passage</);
    assert.match(text, /The Lindholm bridge was opened in 1936 &lt;img/);
    await eventuallyShown(service, 'the set is listed', async () =>
      (await owner.get('/app/sources')).text.includes(`href="${path}"`),
    );
    skipSignInLimits(service);
    const stranger = openPages(service);
    await stranger.post('/app/login', { api_key: (await service.newTenant()).key });
    assert.equal((await stranger.get(path)).status, 404);
  });
});

describe('the library', () => {
  it("is listed, searched and cleared by the operator's own, and to others there is none", async () => {
    const { text } = await owner.get('/app/library?words=dredged+1998');
    assert.match(text, /was <mark>dredged<\/mark> in <mark>1998<\/mark>/);
    assert.ok(text.includes('harbour/b.md') && !text.includes(HOSTILE));
    assert.match((await owner.get('/app/library?after=added/harbour/a.md')).text, /b\.md/);
    skipSignInLimits(service);
    const browser = await joinAs(service, service, { email: 'dev@example.org', role: 'developer' });
    const developer = openPages(service, browser.cookie);
    assert.equal((await developer.get('/app/library')).status, 403);
    const path = /name="path" value="([^"]+b\.md)"/.exec(text)![1]!;
    assert.equal((await developer.post('/app/library/remove', { path })).status, 403);
    const stranger = openPages(service);
    const tenant = await service.newTenant();
    await stranger.post('/app/login', { api_key: tenant.key });
    assert.equal((await stranger.get('/app/library')).status, 404);
    assert.equal((await stranger.post('/app/library/remove', { path })).status, 404);
    assert.ok(!(await stranger.get('/app/sources')).text.includes('/app/library'));
    assert.equal((await owner.post('/app/library/remove', { path })).status, 303);
    assert.equal((await owner.post('/app/library/remove', { path })).status, 404);
    assert.ok(!(await owner.get('/app/library')).text.includes(path));
  });

  it('leaves a record of each added and each removed document, with who did it', async () => {
    const page = `/organizations/${service.organization_id}/audit-events?limit=500`;
    const changes = async (): Promise<{ action: string; actor: { type: string }; target: { id: string } }[]> => {
      const { data } = (await succeeded(service.call('GET', page))).body;
      return data.filter(({ target }: { target: { type: string } }) => target.type === 'library_document');
    };
    await eventuallyShown(service, 'they are recorded', async () => (await changes()).length === 3);
    const [removed, ...added] = await changes();
    assert.deepEqual(
      added.map(({ action, actor }) => [action, actor.type]),
      Array(2).fill(['library_document.added', 'system']),
    );
    assert.equal(removed!.action, 'library_document.removed');
    assert.equal(removed!.actor.type, 'api_key');
    const document_id = libraryDocumentId('added/harbour/b.md');
    assert.equal(removed!.target.id, document_id);
    assert.ok(added.some(({ target }) => target.id === document_id));
  });

  it('is listed and cleared by the operations of the command line', async () => {
    const { data } = await operations().listLibrary({ after: '', limit: 10 });
    const path = data.find(({ title }) => title === 'The harbour')!.path;
    await assert.rejects(operations().removeFromLibrary({ paths: [path, 'nowhere.md'] }), /no document nowhere\.md/);
    assert.deepEqual(await operations().removeFromLibrary({ paths: [path] }), { removed: 1 });
    assert.deepEqual((await operations().listLibrary({ after: '', limit: 10 })).data, []);
    const { body } = await succeeded(
      service.call('POST', '/claims/verify', { body: { claim: 'The harbour at Norrvik was dredged in 1998.' } }),
    );
    assert.equal(body.result.claims[0].verdict, 'unverifiable');
  });
});
