/** Schemas that several resources share: ids in paths, lists, times. */
import { z } from 'zod';
import { str } from './fields.ts';

export const Id = z.string();
/** RFC 3339, UTC. */
export const DateTime = z.string().meta({ format: 'date-time' });

/** A response record; `id` is its name in the published API description. Fields with a default are always sent. */
export function record<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}

/** Who acted on a claim. */
export const Reviewer = record('Reviewer', { type: z.enum(['api_key', 'user', 'system']), id: Id });

/** A list, newest first; `has_more` is true when it was cut off at 1,000 items. */
export function listOf<Item extends z.ZodType>(id: string, item: Item) {
  return record(id, { object: z.literal('list'), data: z.array(item), has_more: z.boolean() });
}

/** Most items in a list. */
export const LIST_LIMIT = 1_000;

/** What each path parameter names. */
const PATH_PARAMETERS = {
  organization_id: 'The organization that the key acts in.',
  verification_id: 'The id of a result.',
  policy_id: 'The id of a policy of the organization.',
  job_id: 'The job_id that the submission answered.',
  artifact_id: "The id of one of the job's artifacts.",
  key_id: 'The id of an API key of the organization.',
  session_id: 'The id of a session of yours.',
  source_set_id: 'The id of a source set of the organization.',
  resource_id: 'The id of a resource of the source set.',
  connection_id: 'The id of a provider connection of the organization.',
  webhook_id: 'The id of a webhook of the organization.',
} as const;
type PathParameter = keyof typeof PATH_PARAMETERS;

/** Path parameters are strings; handlers check whether the resource exists. */
export function pathOf<const Names extends readonly PathParameter[]>(...names: Names) {
  const shape = Object.fromEntries(names.map((name) => [name, str().describe(PATH_PARAMETERS[name])]));
  return z.object(shape as Record<Names[number], ReturnType<typeof str>>);
}
