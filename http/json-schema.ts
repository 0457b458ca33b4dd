/** Schemas as JSON Schema, as descriptions publish them. */
import { z } from 'zod';

/** What the schema refers to stands in `$defs`. `io`: of what is sent in, or of what comes out. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod omits the default of a coerced field, because it can't know whether the value is valid input.
      const meta = z.globalRegistry.get(zodSchema);
      if (meta !== undefined && 'default' in meta) jsonSchema.default = meta.default;
      // Drop the implicit bounds of a double.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return rest;
}
