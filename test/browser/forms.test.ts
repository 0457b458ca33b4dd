/** Without script: every form of every page is found by following links, and does what it is for. A form that this list lacks fails. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createSignInLinkOperations } from '#apps/control/sign-in-link.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { ended, fixture, submit } from '#test/support/documents.ts';
import { formsOf, type Sent, send } from '#test/support/forms.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { PASSWORD, skipSignInLimits } from '#test/support/workbench.ts';
import { type Filled, openFilled, PAGES } from '#test/support/workbench-filled.ts';
import { signedIn } from '#test/support/workbench-pages.ts';

/** Calls, of which a minute has sixty: each few are later by the service's clock. */
const BETWEEN_CALLS_MS = 6_000;
const KEY_OF_MODEL = 'key-of-it';
const MEMBER = 'forms@example.org';

/** Whatever is read of it never arrives, so what needs it stays at work; whatever is sent to it is taken. */
const outside = createServer(({ method }, response) => {
  if (method === 'POST') response.writeHead(204).end();
});
let outsideUrl: string;
let model: ModelServer;
let filled: Filled;
before(async () => {
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`;
  outsideUrl = `http://${host}`;
  model = await openModelServer({
    format: chatCompletions('ollama'),
    says: () => ({ text: JSON.stringify({ relationship: 'contradicts' }) }),
  });
  const settings = {
    url: model.url,
    name: 'reader:8b',
    key: KEY_OF_MODEL,
    kind: 'general',
    isExternal: false,
    prices: NO_PRICES,
  } as const;
  filled = await openFilled([['A harbour']], { allowHosts: [host], model: settings });
});
after(async () => {
  await filled?.close();
  await model?.close();
  outside.closeAllConnections();
  outside.close();
});

const later = () => filled.service.advance(BETWEEN_CALLS_MS);

async function post(path: string, body: unknown) {
  later();
  return (await succeeded(filled.service.call('POST', path, { body }))).body;
}

/** Claims to review, and a message that was delivered. Returns their pages. */
async function make() {
  const content = Array.from({ length: 8 }, (_, n) => `The ferry ${n + 1} carries ${n + 2} cars.`).join(' ');
  const [reviewed, claims] = [
    await post('/verifications', { content, profile: 'internal_enterprise' }),
    await post('/verifications', { content, profile: 'internal_enterprise' }),
  ];
  for (const { id } of reviewed.result.claims) {
    const review = { claim_id: id, action: 'request_evidence', explanation: 'Who says so?' };
    await post(`/verifications/${reviewed.result.id}/reviews`, review);
  }
  const webhook = await post('/webhooks', { url: `${outsideUrl}/hook` });
  await post('/verifications', { content: 'Iron rusts.', mode: 'fast' });
  return { deliveries: `/app/webhooks/${webhook.id}`, claims: claims.result.id };
}

/** A verification and a document that stay at work for a while, and a document that can't be read. Returns their pages. */
async function begin(): Promise<string[]> {
  const { service } = filled;
  const base = `/organizations/${service.organization_id}`;
  const broken = await succeeded(submit(service, { name: 'broken.pdf', content: '%PDF-1.7 nothing of a document' }));
  await ended(service, broken.body.job_id);
  const { id } = await post(`${base}/source-sets`, { name: 'A slow set', description: '' });
  await post(`${base}/source-sets/${id}/resources`, { url: `${outsideUrl}/slow`, label: 'A slow page' });
  await post(`${base}/policies`, {
    name: 'slow',
    version: '1',
    base_profile: 'internal_enterprise',
    source_set_id: id,
  });
  const pages = await signedIn(service);
  const text = { content: 'The quay is long.', profile: 'slow', mode: 'thorough' };
  const begun = await pages.post('/app/verify', text);
  const document = { name: 'a.txt', content: 'The quay is old.' };
  const submitted = await succeeded(submit(service, document, { profile: 'slow' }));
  return [begun.headers.location!, ...[submitted, broken].map(({ body }) => `/app/documents/${body.job_id}`)];
}

/** Of what is at work, or has failed. */
const AT_WORK: Readonly<Record<string, Sent>> = {
  'Verifying › Cancel': { shows: 'Cancelled' },
  'Verifying a document › Cancel': { shows: 'Cancelled' },
  'Cancelled › Try again': { shows: 'Verifying a document' },
  'There is no result › Try again': { shows: 'The file is damaged' },
};
/** Of every page; they come last. */
const OUT: Readonly<Record<string, Sent>> = {
  'Every page › Log out': { shows: 'You have logged out.' },
  'Members › Log out everywhere': { shows: 'You have logged out.' },
};

/** Sends each of these forms, and returns where all are. Fails if one is nowhere, or if these pages have one that no list has. */
async function sendAll(
  page: Page,
  forms: Readonly<Record<string, Sent>>,
  paths: readonly string[],
  follow = true,
): Promise<Map<string, string>> {
  const left = new Set(Object.keys(forms));
  // What is sent leads to pages with other forms.
  for (let isFirst = true; ; isFirst = false) {
    const found = await formsOf(page, paths, { beforeEach: later, follow, mayBeGone: !isFirst });
    const known = { ...forms, ...AT_WORK, ...OUT };
    assert.deepEqual(
      [...found].filter(([name]) => known[name] === undefined),
      [],
      'forms that no list has',
    );
    const next = [...left].filter((name) => found.has(name));
    for (const name of next) {
      await send(page, name, found.get(name)!, forms[name]!, later);
      left.delete(name);
    }
    if (next.length > 0) continue;
    assert.deepEqual([...left], [], 'forms that no page has');
    return found;
  }
}

it('people come in by each form that lets them in', async () => {
  const { service, visit } = filled;
  const { invitation } = await post(`/organizations/${service.organization_id}/members`, {
    email: MEMBER,
    role: 'viewer',
  });
  const forms: Record<string, Record<string, string>> = {
    'Accept the invitation › Join': { token: invitation.token, password: PASSWORD },
    'Sign in › Sign in': { email: MEMBER, password: PASSWORD, organization_id: service.organization_id },
    'Sign in › With an API key › Sign in': { api_key: service.key },
    'Sign in as the owner › Sign in as the owner': {},
  };
  const { page, context } = await visit({ script: false });
  const found = await formsOf(page, ['/app/login', '/app/invitation', '/app/enter?token=x'], { beforeEach: later });
  assert.deepEqual([...found.keys()].sort(), Object.keys(forms).sort());
  await context.close();
  for (const [name, fill] of Object.entries(forms)) {
    skipSignInLimits(service);
    // A link is valid for less than that.
    const { url } = await createSignInLinkOperations(service.service).signInLink({});
    const path = found.get(name)!.replace('?token=x', new URL(url).search);
    const own = await visit({ script: false });
    await send(own.page, name, path, { fill, shows: 'Lately verified' }, later);
    assert.deepEqual(own.faults, []);
    await own.context.close();
  }
});

it('who is new verifies the example', async () => {
  const { page, faults } = await filled.signedIn({ script: false }, (await filled.service.newTenant()).key);
  const found = await formsOf(page, ['/app'], { beforeEach: later, follow: false });
  assert.deepEqual([...found.keys()].sort(), ['Every page › Log out', 'Home › Verify the example']);
  await send(page, 'Home › Verify the example', '/app', { shows: 'Of 34 checkable claims' }, later);
  assert.deepEqual(faults, []);
});

it('what is at work is cancelled, and tried again', async () => {
  const { page, faults } = await filled.signedIn({ script: false });
  await sendAll(page, AT_WORK, await begin(), false);
  assert.deepEqual(faults, []);
});

it('every form of every page does what it is for', async (context) => {
  const { page, faults } = await filled.signedIn({ script: false });
  const made = await make();
  const document = { name: 'quay.pdf', mimeType: 'application/pdf', buffer: fixture('two-columns.pdf') };
  const claim = (number: number) => `/app/verifications/${made.claims}?claim=${number}`;
  /** A review's note, by which it is found again. */
  const noted = (explanation: string, more: Record<string, string> = {}): Sent => ({
    fill: { explanation, ...more },
    shows: explanation,
    on: '/app/reviews?filter=all',
  });
  const forms: Record<string, Sent> = {
    'Verify a text › Verify': {
      fill: {
        content: 'A pasted text. The quay is new.',
        profile: 'internal_enterprise',
        mode: 'fast',
        question: 'What?',
      },
      shows: 'A pasted text.',
    },
    'Verify a text › Verify the document': {
      fill: { file: document, profile: 'internal_enterprise' },
      shows: 'Page 1',
    },
    'Corrected text › Apply the chosen ones': { shows: 'The text with 1 of 1 corrections' },
    'Result › Review it › Accept the verdict': { from: claim(1), shows: 'A person decided:' },
    'Result › Accept with a note › Accept': { from: claim(2), ...noted('It stands in the timetable.') },
    'Result › Override it › Override': {
      from: claim(3),
      ...noted('The timetable is another.', { decision: 'disputed' }),
    },
    'Result › Ask for evidence › Ask': { from: claim(4), ...noted('Which timetable?') },
    'Reviews › Accept': { from: '/app/reviews', shows: 'Accepted with one key', on: '/app/reviews?filter=resolved' },
    'Reviews › Accept with a note › Accept with a note': { from: '/app/reviews', ...noted('It stands on the ship.') },
    'Reviews › Override › Override': {
      from: '/app/reviews',
      ...noted('The ship is another.', { decision: 'disputed' }),
    },
    'Reviews › Ask for evidence › Ask for evidence': { from: '/app/reviews', ...noted('Which ship?') },
    'Reviews › Assign › Assign': { from: '/app/reviews', ...noted('You know ships.', { due_on: '2030-05-01' }) },
    'Reviews › Close › Close': { from: '/app/reviews', ...noted('Nobody needs it.') },
    'Reviews › Reopen › Reopen': { from: '/app/reviews?filter=resolved', ...noted('Somebody needs it.') },
    'Sources › Make a source set › Make it': {
      fill: { name: 'Quays', description: 'Of the north' },
      shows: 'Of the north',
    },
    'Sources › Add a page › Add it': {
      fill: { url: `${outsideUrl}/quay`, label: 'The register of quays' },
      shows: 'The register of quays',
    },
    'Sources › Remove': {},
    'The library › Search': { fill: { words: 'cranes' }, shows: 'Found' },
    'The library › Remove › Remove it': {},
    'Policies › Make a policy › Make the policy': {
      fill: {
        name: 'Quays by the book',
        version: '7',
        base_profile: 'general_web',
        minimum_independent_sources: '3',
        coverage_threshold: '0.9',
      },
      shows: 'Quays by the book',
    },
    'Policies › Deactivate › Deactivate it': {},
    'Try rules › Try them': {
      fill: { verification_id: made.claims, minimum_independent_sources: '3' },
      shows: 'Coverage was',
    },
    'API keys › Make a key › Make the key': {
      fill: { name: 'Newsroom', environment: 'production', quota_per_hour: '7' },
      shows: 'I have copied it',
    },
    'API keys › Rotate': { shows: 'I have copied it' },
    'API keys › Revoke › Revoke it': {},
    'Members › Invite somebody › Invite': {
      fill: { email: 'quay@example.org', role: 'reviewer' },
      shows: 'I have passed it on',
    },
    'Webhooks › Add a webhook › Add it': { fill: { url: `${outsideUrl}/other` }, shows: 'I have copied it' },
    'Deliveries › Send again': { shows: 'A copy of the message is on its way.' },
    'Webhooks › Delete › Delete it': {},
    'Providers › Connect a provider › Connect it': {
      fill: { provider: 'exa', label: 'of the quay', credential: 'a-credential' },
      shows: 'of the quay',
    },
    'Providers › Replace the credential › Replace it': {
      fill: { credential: 'another-credential' },
      shows: 'credential replaced',
    },
    'Providers › Disconnect › Disconnect it': {},
    'Providers › Test call': { shows: 'It answers as verifications need it.' },
    'Retention › Save': {
      fill: { retention_hours: '100', monthly_limit: '25' },
      on: '/app/usage',
      shows: 'of $25.00 a month at most',
    },
  };
  const begun = performance.now();
  const own = [...PAGES, ...filled.single].map((path) => `/app${path}`);
  const found = await sendAll(page, forms, [made.deliveries, ...own, '/app/reviews?filter=resolved', claim(5)]);
  for (const [name, sent] of Object.entries(OUT)) {
    const leaving = await filled.signedIn({ script: false });
    await send(leaving.page, name, found.get(name)!, sent, later);
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  context.diagnostic(`${Object.keys(forms).length} forms sent without script in ${seconds} s`);
  assert.deepEqual(faults, []);
});
