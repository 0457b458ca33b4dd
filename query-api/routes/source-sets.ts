import { listSourceSets } from '#contracts/http/operations/organization.ts';
import type { SourceSetRecord } from '#contracts/http/source-set.ts';
import type { SourceSetState } from '#domain/source-set/decider.ts';
import { SOURCE_SETS, type SourceSetDocument } from '#projectors/source-sets/document.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf, ROWS_TO_READ } from '../lists.ts';
import type { RegisterOperation } from '../register.ts';

export function registerSourceSetRoutes(register: RegisterOperation, { views }: QueryDependencies): void {
  register(listSourceSets, async ({ params }) => {
    const stored = await views.find(SOURCE_SETS, {
      where: { organization_id: params.organization_id },
      sort: { field: 'created_at', direction: 'descending' },
      limit: ROWS_TO_READ,
    });
    const sets = stored.map(({ document }) => (document as unknown as SourceSetDocument).source_set);
    return { body: listOf(sets.map(sourceSetRecord)) };
  });
}

/** The set as the API shows it, without its disabled resources. */
export function sourceSetRecord({ source_set, resources }: SourceSetState): SourceSetRecord {
  const { source_set_id, ...fields } = source_set!;
  return {
    id: source_set_id,
    ...fields,
    resources: resources
      .filter(({ enabled }) => enabled)
      .map(({ resource: { resource_id, ...rest } }) => ({ id: resource_id, ...rest })),
  };
}
