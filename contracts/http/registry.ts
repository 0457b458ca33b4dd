/** The model registry, the only place that says which models are available. */
import { z } from 'zod';
import { DateTime, record } from './common.ts';

export const ModelRecord = record('Model', {
  id: z.string(),
  object: z.literal('model'),
  /** Unix seconds, as the OpenAI clients expect. */
  created: z.int(),
  owned_by: z.string(),
  provider: z.string(),
  status: z.enum(['available', 'retired']),
  shutdown_date: DateTime.nullable(),
});
export type ModelRecord = z.infer<typeof ModelRecord>;

export const ModelList = record('ModelList', {
  object: z.literal('list'),
  data: z.array(ModelRecord),
  has_more: z.boolean(),
  registry_version: z.string(),
});
export type ModelList = z.infer<typeof ModelList>;
