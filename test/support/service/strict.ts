/** Response schemas made strict: a field that is not described is an error, and so is one with a default left out. */
import { z } from 'zod';

/** The same schema with closed objects, every field required, and date-times that really are RFC 3339 in UTC. */
export function strict(schema: z.ZodType): z.ZodType {
  const made = known.get(schema) ?? make(schema);
  known.set(schema, made);
  return made;
}

const known = new Map<z.ZodType, z.ZodType>();

function make(schema: z.ZodType): z.ZodType {
  if (schema.meta()?.format === 'date-time') return z.iso.datetime();
  if (schema.meta()?.format === 'uri') return z.string().refine((text) => URL.canParse(text), 'not a URL');
  if (schema instanceof z.ZodDefault) return strict(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodNullable) return strict(schema.def.innerType as z.ZodType).nullable();
  if (schema instanceof z.ZodArray) return z.array(strict(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return schema;
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return z.strictObject(Object.fromEntries(fields.map(([name, field]) => [name, strict(field)])));
}
