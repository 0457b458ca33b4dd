/** Source sets: the pages that a customer approves as evidence. */
import { ApiError } from '#contracts/errors.ts';
import type {
  SourceResourceCreateRequest,
  SourceResourceRecord,
  SourceSetCreateRequest,
  SourceSetRecord,
} from '#contracts/http/source-set.ts';
import { newId } from '#domain/ids.ts';
import { SOURCE_SET, type SourceSetState } from '#domain/source-set/decider.ts';
import { createWithinLimit, sourceSetsOf } from '#streams/bounded-lists.ts';
import { type LoadedStream, load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { ResourceDependencies, SourceSetDependencies } from '../dependencies.ts';
import { executeCommand, invalidField } from '../execute-command.ts';

/** Returns the set, or null if the caller's organization has none with this id. */
export async function ownedSourceSet(
  { events }: Pick<ResourceDependencies, 'events'>,
  caller: Pick<Caller, 'organization_id'>,
  sourceSetId: string,
): Promise<LoadedStream<SourceSetState> | null> {
  const loaded = await load(events, SOURCE_SET, sourceSetId);
  return loaded.state.source_set?.organization_id === caller.organization_id ? loaded : null;
}

export async function createSourceSet(
  dependencies: SourceSetDependencies,
  caller: Caller,
  request: SourceSetCreateRequest,
): Promise<SourceSetRecord> {
  const sourceSetId = newId('srs');
  const set = {
    organization_id: caller.organization_id,
    ...request,
    created_at: new Date(dependencies.clock.now()).toISOString(),
  };
  const list = sourceSetsOf(caller.organization_id);
  const created = await createWithinLimit(dependencies.operations.values, list, sourceSetId, () =>
    executeCommand(
      dependencies.events,
      SOURCE_SET,
      sourceSetId,
      { type: 'CreateSourceSet', data: { ...set, source_set_id: sourceSetId } },
      caller,
    ),
  );
  if (created === null) {
    throw invalidField('name', `the organization has ${list.limit} source sets, which is the most`);
  }
  return { id: sourceSetId, ...set, resources: [] };
}

/**
 * Throws for a URL that must never be fetched. A host that does not resolve yet is accepted; every fetch checks it
 * again.
 */
export async function addResource(
  dependencies: SourceSetDependencies,
  caller: Caller,
  sourceSetId: string,
  request: SourceResourceCreateRequest,
): Promise<SourceResourceRecord> {
  const set = await requireSourceSet(dependencies, caller, sourceSetId);
  const checked = await dependencies.checkSourceUrl(request.url);
  if (!checked.ok) throw invalidField('url', `the address can't be used as a source (${checked.reason})`);
  const resourceId = newId('src');
  const resource = {
    source_set_id: sourceSetId,
    ...request,
    created_at: new Date(dependencies.clock.now()).toISOString(),
  };
  await executeCommand(
    dependencies.events,
    SOURCE_SET,
    sourceSetId,
    { type: 'AddResource', data: { ...resource, resource_id: resourceId } },
    caller,
    set,
  );
  return { id: resourceId, ...resource };
}

export async function disableResource(
  dependencies: SourceSetDependencies,
  caller: Caller,
  sourceSetId: string,
  resourceId: string,
): Promise<void> {
  const set = await requireSourceSet(dependencies, caller, sourceSetId);
  await executeCommand(
    dependencies.events,
    SOURCE_SET,
    sourceSetId,
    {
      type: 'DisableResource',
      resource_id: resourceId,
      disabled_at: new Date(dependencies.clock.now()).toISOString(),
    },
    caller,
    set,
  );
}

async function requireSourceSet(
  dependencies: SourceSetDependencies,
  caller: Caller,
  sourceSetId: string,
): Promise<LoadedStream<SourceSetState>> {
  const set = await ownedSourceSet(dependencies, caller, sourceSetId);
  if (set === null) throw new ApiError('not_found');
  return set;
}
