/** Cost estimates for verifications. */
import { z } from 'zod';
import { record } from './common.ts';
import { int, query, withDefault } from './fields.ts';

export const UsageEstimateQuery = query({
  characters: int({ ge: 1, le: 100_000 }).describe('The length of the text in code points.'),
  estimated_claims: withDefault(int({ ge: 0, le: 500 }), 5).describe('How many claims the text may hold.'),
});
export type UsageEstimateQuery = z.infer<typeof UsageEstimateQuery>;

export const UsageEstimate = record('UsageEstimate', {
  characters: z.int(),
  estimated_claims: z.int(),
  estimated_bytes: z.int(),
  estimated_cost_cents: z.int(),
  currency: z.string(),
  assumptions: z.array(z.string()),
});
export type UsageEstimate = z.infer<typeof UsageEstimate>;
