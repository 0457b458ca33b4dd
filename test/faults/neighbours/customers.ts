/** Organizations with keys of their own, and the source sets that they register. */
import type { Deployment } from '#test/support/deployment/deployment.ts';
import type { RequestOptions, ServiceResponse } from '#test/support/service.ts';

export interface Customer {
  organization: string;
  /** The owner's, with a quota of 10,000 an hour. */
  key: string;
}

export async function makeCustomer(service: Pick<Deployment, 'request'>, name: string): Promise<Customer> {
  const made = await created(service, '/v1/organizations', { body: { name } });
  return { organization: made.body.id, key: made.body.api_key.secret };
}

/** A source set of these pages; its id. */
export async function makeSourceSet(
  service: Deployment,
  { organization, key }: Customer,
  pages: readonly string[],
): Promise<string> {
  const sets = `/v1/organizations/${organization}/source-sets`;
  const { id } = (await created(service, sets, { key, body: { name: 'pages' } })).body;
  for (const url of pages) await created(service, `${sets}/${id}/resources`, { key, body: { url, label: 'page' } });
  return id;
}

async function created(
  service: Pick<Deployment, 'request'>,
  path: string,
  options: RequestOptions,
): Promise<ServiceResponse> {
  const answer = await service.request('POST', path, options);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer;
}
