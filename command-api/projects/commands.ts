/** Creates projects. */
import { timestamp } from '#common/time.ts';
import type { ProjectRecord } from '#contracts/http/project.ts';
import { newId } from '#domain/ids.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import type { Caller } from '../caller.ts';
import type { ResourceDependencies } from '../dependencies.ts';
import { executeCommand } from '../execute-command.ts';

/** Throws validation_error if the organization has the maximum number of projects. */
export async function createProject(
  { events, clock }: ResourceDependencies,
  caller: Caller,
  name: string,
): Promise<ProjectRecord> {
  const { organization_id } = caller;
  const id = newId('prj');
  const created_at = timestamp(clock);
  const command = { type: 'CreateProject', project_id: id, name, created_at } as const;
  await executeCommand(events, ORGANIZATION, organization_id, command, caller);
  return { id, organization_id, name, created_at };
}
