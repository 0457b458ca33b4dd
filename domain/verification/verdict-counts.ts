/** How many claims came out as what. */
import { z } from 'zod';

export const VerdictCounts = z.object({
  supported: z.int(),
  contradicted: z.int(),
  disputed: z.int(),
  unverifiable: z.int(),
  not_checkable: z.int(),
});
export type VerdictCounts = z.infer<typeof VerdictCounts>;
