/** Source sets: sources that a customer approves, and their resources. */
import { z } from 'zod';
import { DateTime, Id, listOf, record } from './common.ts';
import { model, str, url, withDefault } from './fields.ts';

export const SourceSetCreateRequest = model('SourceSetCreateRequest', {
  name: str({ min: 2, max: 120 }),
  description: withDefault(str({ max: 2_000 }), ''),
});
export type SourceSetCreateRequest = z.infer<typeof SourceSetCreateRequest>;

export const SourceResourceCreateRequest = model('SourceResourceCreateRequest', {
  url: url({ min: 12, max: 2_048 }),
  label: str({ min: 2, max: 200 }),
  source_class: withDefault(str({ min: 2, max: 80 }), 'customer_approved'),
});
export type SourceResourceCreateRequest = z.infer<typeof SourceResourceCreateRequest>;

export const SourceResourceRecord = record('SourceResource', {
  id: Id,
  source_set_id: Id,
  url: z.string(),
  label: z.string(),
  source_class: z.string(),
  created_at: DateTime,
});
export type SourceResourceRecord = z.infer<typeof SourceResourceRecord>;

export const SourceSetRecord = record('SourceSet', {
  id: Id,
  organization_id: Id,
  name: z.string(),
  description: z.string(),
  /** Resources that are not disabled. */
  resources: z.array(SourceResourceRecord),
  created_at: DateTime,
});
export type SourceSetRecord = z.infer<typeof SourceSetRecord>;

export const SourceSetList = listOf('SourceSetList', SourceSetRecord);
export type SourceSetList = z.infer<typeof SourceSetList>;
