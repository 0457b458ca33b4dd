/** The model registry, the only place that says which models are available. */
import { z } from 'zod';
import { DateTime, record } from './common.ts';

/** Shares are 0..1; null where nothing of that kind was said. */
const MeasuredModel = z.object({
  checked_at: DateTime,
  trust: z.enum(['trusted', 'with_care', 'not_trusted']),
  settled_rightly: z.number().min(0).max(1).nullable(),
  precision_supported: z.number().min(0).max(1).nullable(),
  precision_contradicted: z.number().min(0).max(1).nullable(),
  let_through: z.number().min(0).max(1).nullable(),
});

export const ModelRecord = record('Model', {
  id: z.string(),
  object: z.literal('model'),
  /** Unix seconds, as the OpenAI clients expect. */
  created: z.int(),
  owned_by: z.string(),
  provider: z.string(),
  status: z.enum(['available', 'retired']),
  shutdown_date: DateTime.nullable(),
  /** Only of the operator's own model: what `evidence model check` has measured; null: nothing yet. */
  measured: MeasuredModel.nullable().optional(),
});
export type ModelRecord = z.infer<typeof ModelRecord>;

export const ModelList = record('ModelList', {
  object: z.literal('list'),
  data: z.array(ModelRecord),
  has_more: z.boolean(),
  registry_version: z.string(),
});
export type ModelList = z.infer<typeof ModelList>;
