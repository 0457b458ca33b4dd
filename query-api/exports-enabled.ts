import { ApiError } from '#contracts/errors.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from './dependencies.ts';

/** Reads the setting from the stream, so that a change applies to the next call. */
export async function requireExportsEnabled(
  { events }: Pick<QueryDependencies, 'events'>,
  organizationId: string,
): Promise<void> {
  const { state } = await load(events, ORGANIZATION, organizationId);
  if (!state.settings.exports_enabled) throw new ApiError('exports_disabled');
}
