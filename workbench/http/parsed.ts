/** What a form says, checked by the schema of the operation that it stands for. */
import type { z } from 'zod';
import { parsedBody } from '#http/validation.ts';

/** Throws ApiError validation_error, with the fields that are wrong. Empty fields count as left out. */
export function parsed<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): z.infer<Schema> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined));
  return parsedBody(schema, given);
}
