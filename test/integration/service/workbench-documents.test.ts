/** Documents in the workbench, by plain forms: upload, progress, pages, cancelling; and whose they are. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ended, fixture, form } from '#test/support/documents.ts';
import { eventsIn } from '#test/support/event-stream.ts';
import { eventually } from '#test/support/eventually.ts';
import { eventuallyShown } from '#test/support/service/eventually-shown.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { joinAs, skipSignInLimits } from '#test/support/workbench.ts';
import { openPages, type Pages } from '#test/support/workbench-pages.ts';

let service: TestService;
let owner: Pages;
before(async () => {
  service = await openTestService({ realEngine: true });
  owner = openPages(service);
  assert.equal((await owner.post('/app/login', { api_key: service.key })).status, 303);
});
after(() => service.close());

async function tokenOf(pages: Pages): Promise<string> {
  return /name="csrf" value="(\w+)"/.exec((await pages.get('/app')).text)![1]!;
}

interface Sent {
  csrf?: string;
  key?: string;
  isLast?: boolean;
  site?: string;
}

/** Sends the form as a browser does: the token before the file, unless told otherwise. */
async function upload(
  pages: Pages,
  file: { name: string; content: Buffer | string },
  { csrf, key, isLast = false, site = 'same-origin' }: Sent = {},
) {
  const token = { name: 'csrf', content: csrf ?? (await tokenOf(pages)) };
  const parts = [
    ...(key === undefined ? [] : [{ name: 'key', content: key }]),
    { name: 'file', filename: file.name, content: file.content },
    { name: 'profile', content: 'internal_enterprise' },
  ];
  const { body, headers } = form(isLast ? [...parts, token] : [token, ...parts]);
  return service.call('POST', '//app/documents', {
    key: null,
    body,
    headers: { ...headers, 'sec-fetch-site': site, cookie: pages.cookie },
  });
}

/** The page of a document's result and its address, once it is shown: views follow the log. */
async function resultOf(path: string): Promise<{ address: string; text: string }> {
  let found = { address: '', text: '' };
  await eventuallyShown(service, 'the result is shown', async () => {
    const address = (await owner.get(path)).headers.location;
    if (address === undefined) return false;
    found = { address, text: (await owner.get(address)).text };
    return !found.text.includes('<title>Verifying');
  });
  return found;
}

describe('a document', () => {
  it('is sent by a form, watched, and ends as a result that shows its pages', async () => {
    const sent = await upload(owner, { name: '<img src=x onerror=alert(1)>.pdf', content: fixture('two-columns.pdf') });
    assert.equal(sent.status, 303, sent.text);
    const path = sent.headers.location!;
    const told: { html: string; ended: boolean }[] = [];
    // A stream ends after a while, and a browser opens it again.
    await eventually('the end is told', async () => {
      told.push(...eventsIn((await owner.get(`${path}/progress`)).text).map(({ data }) => JSON.parse(data)));
      return told.at(-1)?.ended === true;
    });
    assert.match(told[0]!.html, /<progress max="100" value="\d+"/);
    await ended(service, path.split('/').at(-1)!);
    const { address, text } = await resultOf(path);
    assert.match(address, /^\/app\/verifications\/ver_/);
    assert.match(text, /id="page-1">Page 1</);
    assert.match(text, /id="page-2">Page 2</);
    assert.ok(!text.includes('onerror'));
  });

  it('of Markdown is shown as it was meant', async () => {
    const content = '# The mill\n\nThe mill has **four** sails. It was built in `1790`.\n';
    const sent = await upload(owner, { name: 'mill.md', content });
    await ended(service, sent.headers.location!.split('/').at(-1)!);
    const { address, text } = await resultOf(sent.headers.location!);
    assert.match(text, /<strong>.*four.*<\/strong>/);
    assert.doesNotMatch(text, /\*\*|`1790`/);
    const { body } = await service.call('GET', `/verifications/${address.split('/').at(-1)}`);
    assert.match(body.result.claims[0].original_span, /has \*\*four\*\* sails/);
    assert.match(body.result.claims[0].normalized_claim, /has four sails/);
    const report = await service.call('GET', `/verifications/${address.split('/').at(-1)}/export`);
    assert.match(report.text, /<strong>.*four.*<\/strong>/);
    const job = await service.call('GET', `/documents/${sent.headers.location!.split('/').at(-1)}`);
    const { id } = job.body.artifacts.find(({ kind }: { kind: string }) => kind === 'report_html');
    const artifact = await service.call('GET', `/documents/${job.body.job_id}/artifacts/${id}`);
    assert.match(artifact.text, /<strong>.*four.*<\/strong>/);
  });

  it('that can not be read says why', async () => {
    const sent = await upload(owner, { name: 'broken.pdf', content: '%PDF-1.7 nothing of a document' });
    assert.equal(sent.status, 303, sent.text);
    await ended(service, sent.headers.location!.split('/').at(-1)!);
    const { text, status } = await owner.get(sent.headers.location!);
    assert.equal(status, 200);
    assert.match(text, /There is no result/);
    assert.match(text, /damaged/);
  });

  it('is refused with a forged token, one behind the file, from elsewhere, and without a file', async () => {
    const file = { name: 'a.txt', content: 'Whales sing.' };
    const jobs = async () => (await owner.get('/app/audit')).text.split('document.submitted').length;
    // The trail follows: those of the tests before are to be in it.
    const before = 4;
    await eventuallyShown(service, 'the earlier ones are listed', async () => (await jobs()) === before);
    assert.equal((await upload(owner, file, { csrf: 'forged' })).status, 403);
    assert.equal((await upload(owner, file, { isLast: true })).status, 403);
    assert.equal((await upload(owner, file, { site: 'cross-site' })).status, 403);
    const { body, headers } = form([{ name: 'csrf', content: await tokenOf(owner) }]);
    const without = { key: null, body, headers: { ...headers, 'sec-fetch-site': 'same-origin', cookie: owner.cookie } };
    assert.equal((await service.call('POST', '//app/documents', without)).status, 422);
    assert.equal((await upload(owner, { name: 'a.exe', content: Buffer.from('4d5a90000300', 'hex') })).status, 415);
    assert.equal(await jobs(), before);
  });

  it('whose form is sent twice is one document; with another file the form is refused', async () => {
    const page = (await owner.get('/app/verify')).text;
    const [key] = page.match(/(?<=name="key" value=")req_\w+(?="><input type="hidden" name="retention_hours")/)!;
    const file = { name: 'a.txt', content: 'Whales sing at night.' };
    const sent = await Promise.all([upload(owner, file, { key }), upload(owner, file, { key })]);
    assert.deepEqual(
      sent.map(({ status }) => status),
      [303, 303],
    );
    assert.equal(sent[0].headers.location, sent[1].headers.location);
    assert.equal((await upload(owner, { ...file, content: 'Whales sleep.' }, { key })).status, 409);
    const other = await upload(owner, file, { key: `${key}2` });
    assert.notEqual(other.headers.location, sent[0].headers.location);
  });

  it("is its organization's alone, and who may not verify can't send or stop one", async () => {
    const sent = await upload(owner, { name: 'a.txt', content: 'Whales sing.' });
    const path = sent.headers.location!;
    skipSignInLimits(service);
    const stranger = openPages(service);
    await stranger.post('/app/login', { api_key: (await service.newTenant()).key });
    assert.equal((await stranger.get(path)).status, 404);
    assert.equal((await stranger.get(`${path}/progress`)).status, 404);
    assert.equal((await stranger.post(`${path}/cancel`, {})).status, 404);
    assert.equal((await stranger.post(`${path}/retry`, {})).status, 404);
    const browser = await joinAs(service, service, { email: 'viewer@example.org', role: 'viewer' });
    const viewer = openPages(service, browser.cookie);
    assert.equal((await upload(viewer, { name: 'a.txt', content: 'Whales sing.' })).status, 403);
    assert.equal((await viewer.post(`${path}/cancel`, {})).status, 403);
    assert.equal((await viewer.post(`${path}/retry`, {})).status, 403);
  });
});
