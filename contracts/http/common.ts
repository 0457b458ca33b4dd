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

/** A list, newest first; `has_more` is true when it was cut off at 1,000 items. */
export function listOf<Item extends z.ZodType>(id: string, item: Item) {
  return record(id, { object: z.literal('list'), data: z.array(item), has_more: z.boolean() });
}

/** Most items in a list. */
export const LIST_LIMIT = 1_000;

/** Path parameters are strings; handlers check whether the resource exists. */
export function pathOf<const Names extends readonly string[]>(...names: Names) {
  const shape = Object.fromEntries(names.map((name) => [name, str()]));
  return z.object(shape as Record<Names[number], ReturnType<typeof str>>);
}
