import { listProviderConnections } from '#contracts/http/operations/provider-connections.ts';
import { PROVIDER_CONNECTIONS, type ProviderConnectionDocument } from '#projectors/provider-connections/document.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf, ROWS_TO_READ } from '../lists.ts';
import type { RegisterOperation } from '../register.ts';

export function registerProviderConnectionRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  register(listProviderConnections, async ({ params }) => ({
    body: listOf(await providerConnectionsOf(dependencies, params.organization_id)),
  }));
}

/** The connections that are in force, the newest first; one more than a list shows, at most. */
export async function providerConnectionsOf(
  { views }: Pick<QueryDependencies, 'views'>,
  organization_id: string,
): Promise<ProviderConnectionDocument[]> {
  const stored = await views.find(PROVIDER_CONNECTIONS, {
    where: { organization_id },
    sort: { field: 'created_at', direction: 'descending' },
    limit: ROWS_TO_READ,
  });
  return stored.map(({ document }) => document as unknown as ProviderConnectionDocument);
}
