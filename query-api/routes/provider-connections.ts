import { listProviderConnections } from '#contracts/http/operations/provider-connections.ts';
import { PROVIDER_CONNECTIONS, type ProviderConnectionDocument } from '#projectors/provider-connections/document.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf, ROWS_TO_READ } from '../lists.ts';
import type { RegisterOperation } from '../register.ts';

export function registerProviderConnectionRoutes(register: RegisterOperation, { views }: QueryDependencies): void {
  register(listProviderConnections, async ({ params }) => {
    const stored = await views.find(PROVIDER_CONNECTIONS, {
      where: { organization_id: params.organization_id },
      sort: { field: 'created_at', direction: 'descending' },
      limit: ROWS_TO_READ,
    });
    return { body: listOf(stored.map(({ document }) => document as unknown as ProviderConnectionDocument)) };
  });
}
