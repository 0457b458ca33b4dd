/** What several resources share: identifiers in paths, lists, times. */
import { z } from 'zod';
import { str } from './fields.ts';

export const Id = z.string();
/** RFC 3339, UTC. */
export const DateTime = z.string().meta({ format: 'date-time' });

/** A response record; `id` names it in the published description. Fields with a default are always sent, too. */
export function record<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).meta({ id });
}

/** Complete and newest first; `has_more` says that older ones beyond the first 1,000 were left out. */
export function listOf<Item extends z.ZodType>(id: string, item: Item) {
  return record(id, { object: z.literal('list'), data: z.array(item), has_more: z.boolean() });
}

/** Most rows that a list shows. */
export const LIST_LIMIT = 1_000;

/** Path parameters are strings; whether the thing exists is judged later. */
export function pathOf<const Names extends readonly string[]>(...names: Names) {
  const shape = Object.fromEntries(names.map((name) => [name, str()]));
  return z.object(shape as Record<Names[number], ReturnType<typeof str>>);
}
