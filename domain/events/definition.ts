/**
 * How events are defined and stored. An event has a current name and shape, used in code, and a stored type name with
 * a version (`ClaimExtracted.v1`), which is a storage format and never changes once written.
 */
import { z } from 'zod';
import type { JsonObject } from '#contracts/json.ts';

/** A field sealed with the subject's data key (see ports/sealer.ts). Opaque here. */
export const Sealed = z.string();
export type Sealed = z.infer<typeof Sealed>;

export const Timestamp = z.string();

export interface EventDefinition<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  name: Name;
  /** Current version; stored as `${name}.v${version}`. */
  version: number;
  schema: Schema;
}

/** Defines an event by the name and version under which it is stored. */
export function defineEvent<const Name extends string, Schema extends z.ZodType>(
  name: Name,
  version: number,
  schema: Schema,
): EventDefinition<Name, Schema> {
  return { name, version, schema };
}

export type EventOf<D> =
  D extends EventDefinition<infer Name, infer Schema> ? { type: Name; data: z.infer<Schema> } : never;

export function storedType(definition: EventDefinition): string {
  return `${definition.name}.v${definition.version}`;
}

/** Turns the data of an older stored type into the next version's; pure. */
export interface Upcaster {
  from: string;
  to: string;
  up(data: JsonObject): JsonObject;
}
