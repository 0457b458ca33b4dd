/** A service in which every page of the workbench has something to show. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createOperations } from '#apps/control/operations.ts';
import { ended, form } from './documents.ts';
import { eventually } from './eventually.ts';
import { openTestService, type TestService } from './service/open.ts';
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

/** A page of the source sets for each text, which says it in its title, its publisher and its words. */
const siteOf = (texts: readonly string[]) =>
  createServer(({ url = '' }, response) => {
    const text = htmlOf(texts[Number(url.slice(1))] ?? '');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<title>${text}</title><meta property="og:site_name" content="${text}"><p>The harbour has 18 cranes, says ${text}.</p>`,
    );
  });
const htmlOf = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export interface Filled {
  service: TestService;
  baseURL: string;
  /** Paths below `/app` of the pages of single things: as many of each text, in the order of the texts. */
  single: string[];
  close(): Promise<void>;
}

/** Opens a service with one of everything for each text, at most four. */
export async function openFilled(texts: readonly string[]): Promise<Filled> {
  const site = siteOf(texts);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const siteHost = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const service = await openTestService({ realEngine: true, allowHosts: [siteHost] });
  const baseURL = await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await service.close();
    site.close();
  };
  const single = await fill(service, siteHost, texts).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { service, baseURL, single, close };
}

/** Makes one of everything, with every text somewhere in it. Returns the paths of its pages. */
async function fill(service: TestService, siteHost: string, texts: readonly string[]): Promise<string[]> {
  const base = `/organizations/${service.organization_id}`;
  const post = async (path: string, body: unknown) => {
    service.advance(MINUTE_MS / 10);
    return (await succeeded(service.call('POST', path, { body }))).body;
  };
  const folder = await temporaryFolder();
  await writeFile(
    join(folder.path, 'harbour.md'),
    `# ${texts[0]} ${texts.at(-1)}\n\nThe harbour has ${texts.at(1) ?? ''} 18 cranes.\n`,
  );
  await createOperations(service.service, () => {}).addLibrary({ folder: folder.path, prune: false });
  await folder.remove();
  const paths: string[] = [];
  for (const [n, text] of texts.entries()) {
    const set = await post(`${base}/source-sets`, { name: text, description: text });
    const resource = await post(`${base}/source-sets/${set.id}/resources`, {
      url: `http://${siteHost}/${n}`,
      label: text,
    });
    paths.push(`/sources/${set.id}/resources/${resource.id}`);
    await post(`${base}/policies`, { name: text, version: '1', base_profile: 'general_web', source_set_id: set.id });
    await post('/api-keys', { name: text, scopes: ['verifications:read'] });
    await post(`${base}/provider-connections`, { provider: PROVIDERS[n], label: text, credential: `a-key-of-${n}` });
    await post(`${base}/members`, { email: `${text.replaceAll(' ', '')}@example.org`, role: 'viewer' });
    const hook = `https://hooks.example/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`;
    const webhook = await post('/webhooks', { url: hook });
    paths.push(`/webhooks/${webhook.id}`);
    const content = `# ${text}\n\nThe harbour has 18 cranes. ${text} opened in 2019.`;
    const asked = { content, question: text, profile: 'internal_enterprise', source_set_id: set.id };
    const { result } = await post('/verifications', asked);
    const review = { claim_id: result.claims[0].id, action: 'request_evidence', explanation: text };
    await post(`/verifications/${result.id}/reviews`, review);
    paths.push(
      `/verifications/${result.id}`,
      `/verifications/${result.id}?claim=1`,
      `/verifications/${result.id}/history`,
      `/verifications/${result.id}/report`,
    );
    paths.push(
      `/verifications/${result.id}/corrected`,
      `/policies/preview?verification_id=${result.id}&coverage_threshold=0.9`,
    );
    const { body, headers } = form([
      { name: 'file', filename: `${text}.md`, content: `${text}\n\nThe harbour has 18 cranes.` },
    ]);
    const document = await succeeded(service.call('POST', '/documents', { body, headers }));
    await ended(service, document.body.job_id);
    paths.push(`/documents/${document.body.job_id}`);
  }
  await eventually('the last one is listed', async () => {
    const { body } = await service.call('GET', `${base}/source-sets`);
    return body.data.length === texts.length;
  });
  return paths;
}
