/** The schemas of stored events, as JSON Schema, kept with each release: what its processes take, and refuse. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { STORED_SCHEMAS } from '#domain/events/registry.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/event-schemas');
const SUFFIX = '.json';

/** By stored type. */
export type EventSchemas = Record<string, unknown>;

export function schemasOfToday(): EventSchemas {
  const schemas = [...STORED_SCHEMAS].map(([type, schema]) => [type, z.toJSONSchema(schema, { io: 'input' })]);
  return JSON.parse(JSON.stringify(Object.fromEntries(schemas)));
}

export function fileOfSchemas(release: string): string {
  return join(FOLDER, release + SUFFIX);
}

/** By the release's name. */
export function keptSchemas(): Map<string, EventSchemas> {
  const names = readdirSync(FOLDER).filter((file) => file.endsWith(SUFFIX));
  return new Map(
    names.map((file) => [basename(file, SUFFIX), JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as EventSchemas]),
  );
}
