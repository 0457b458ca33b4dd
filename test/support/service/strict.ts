/** Makes response schemas strict: an undescribed field is an error, and so is a missing field that has a default. */
import { z } from 'zod';

/** The schema with closed objects, all fields required, valid URLs, and date-times in RFC 3339 and UTC. */
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
