/** A service in which every page of the workbench has something to show. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createOperations } from '#apps/control/operations.ts';
import { ended, form } from './documents.ts';
import { eventually } from './eventually.ts';
import { type InChromium, openInChromium } from './in-chromium.ts';
import type { TestService, TestServiceOptions } from './service/open.ts';
import { succeeded } from './succeeded.ts';
import { temporaryFolder } from './temporary-folder.ts';

const MINUTE_MS = 60_000;
const PROVIDERS = ['brave', 'tavily', 'exa', 'serper'];
/** Pages that every organization has, below `/app`. */
export const PAGES = [
  ...[
    '',
    '/verify',
    '/verifications',
    '/reviews',
    '/sources',
    '/library?words=harbour',
    '/usage',
    '/settings',
    '/keys',
  ],
  ...['/members', '/policies', '/policies/preview', '/webhooks', '/providers', '/audit', '/audit/check'],
];

/** Where the pages of source sets are. Each of them says one text in its title, its publisher and its words. */
export interface Site {
  host: string;
  close(): void;
}

export async function openSite(groups: Groups): Promise<Site> {
  const server = createServer(({ url = '' }, response) => {
    const [group, at] = url.slice(1).split('/').map(Number);
    const text = htmlOf(groups[group ?? -1]?.[at ?? -1] ?? '');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<title>${text}</title><meta property="og:site_name" content="${text}"><p>The harbour has 18 cranes. More is in ${text}.</p>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const htmlOf = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Texts, by what they share: a verification, a source set and so on. */
type Groups = readonly (readonly string[])[];

export interface Filled extends InChromium {
  /** Paths below `/app` of the pages of single things: those of each group after those of the one before. */
  single: string[];
}

/** Opens a service with one of everything for each group of texts, twenty groups at most, and every text somewhere in it. */
export async function openFilled(groups: Groups, options: TestServiceOptions = {}): Promise<Filled> {
  const site = await openSite(groups);
  const opened = await openInChromium({
    realEngine: true,
    ...options,
    allowHosts: [site.host, ...(options.allowHosts ?? [])],
  });
  const close = async () => {
    await opened.close();
    site.close();
  };
  const single = await fill(opened.service, site, groups).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { ...opened, single, close };
}

/** Returns the paths of the pages of what it makes. */
export async function fill(service: TestService, site: Site, groups: Groups): Promise<string[]> {
  const base = `/organizations/${service.organization_id}`;
  const post = async (path: string, body: unknown) => {
    service.advance(MINUTE_MS / 10);
    return (await succeeded(service.call('POST', path, { body }))).body;
  };
  await addLibrary(service, groups.flat());
  const paths: string[] = [];
  for (const [n, given] of groups.entries()) {
    // As a browser sends them.
    const texts = given.map((text) => text.toWellFormed());
    const [first = ''] = texts;
    const all = texts.join('\n');
    const set = await post(`${base}/source-sets`, { name: first, description: all });
    for (const [at, text] of texts.entries()) {
      const url = `http://${site.host}/${n}/${at}`;
      const resource = await post(`${base}/source-sets/${set.id}/resources`, { url, label: text });
      paths.push(`/sources/${set.id}/resources/${resource.id}`);
      await post(`${base}/policies`, { name: text, version: '1', base_profile: 'general_web', source_set_id: set.id });
      await post('/api-keys', { name: text, scopes: ['verifications:read'] });
    }
    const provider = PROVIDERS[n % PROVIDERS.length];
    await post(`${base}/provider-connections`, { provider, label: first, credential: `a-key-of-${n}` });
    await post(`${base}/members`, { email: `${first.replaceAll(/[\s@]/g, '')}@example.org`, role: 'viewer' });
    const hook = `https://hooks.example/${encodeURIComponent(first)}?q=${encodeURIComponent(first)}`;
    const webhook = await post('/webhooks', { url: hook });
    paths.push(`/webhooks/${webhook.id}`);
    const content = `# ${first}\n\nThe harbour has 24 cranes.\n\n${texts.map((text) => `${text} opened in 2019.`).join('\n\n')}`;
    const asked = { content, question: all, profile: 'internal_enterprise', source_set_id: set.id };
    const { result } = await post('/verifications', asked);
    for (const [at, { id: claim_id }] of result.claims.entries()) {
      const notes = texts.filter((_, place) => place % result.claims.length === at);
      if (notes.length === 0) continue;
      const review = { claim_id, action: 'request_evidence', explanation: notes.join('\n') };
      await post(`/verifications/${result.id}/reviews`, review);
    }
    const path = `/verifications/${result.id}`;
    paths.push(path, `${path}?claim=1`, ...['history', 'report', 'corrected'].map((page) => `${path}/${page}`));
    paths.push(`/policies/preview?verification_id=${result.id}&coverage_threshold=0.9`);
    // A text with controls is none to whoever looks at the bytes of a file.
    const file = `${all.replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, '')}\n\nThe harbour has 18 cranes.`;
    const { body, headers } = form([{ name: 'file', filename: `${all}.md`, content: file }]);
    const document = await succeeded(service.call('POST', '/documents', { body, headers }));
    await ended(service, document.body.job_id);
    paths.push(`/documents/${document.body.job_id}`);
  }
  await eventually('the last source set is listed', async () => {
    service.advance(MINUTE_MS / 10);
    const { body } = await service.call('GET', `${base}/source-sets`);
    return body.data.length === groups.length;
  });
  return paths;
}

/** A document for each text, which is its title and the name of its file. */
async function addLibrary(service: TestService, texts: readonly string[]): Promise<void> {
  const folder = await temporaryFolder();
  for (const text of texts) {
    const name = text.toWellFormed().replaceAll(/[/\0]/g, '∕');
    await writeFile(
      join(folder.path, `of ${name}.md`),
      `The harbour is old.\n\n# ${text}\n\nThe harbour has 18 cranes. More is in ${text}.\n`,
    );
  }
  await createOperations(service.service, () => {}).addLibrary({ folder: folder.path, prune: false });
  await folder.remove();
}
