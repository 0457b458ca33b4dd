/** What came out of one gold claim: every figure is computed from these rows, and runs are compared by them. */
import { z } from 'zod';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { GOLD_VERDICTS } from './data/article.ts';

export const ClaimRow = z.object({
  article: z.string(),
  /** Of the claim in its article, from 1. */
  number: z.int().min(1),
  claim: z.string(),
  gold: z.enum(GOLD_VERDICTS),
  how: z.string().nullable(),
  error: z.string().nullable(),
  said: z.enum([...VERDICTS, 'none']),
  /** 0..1; null where nothing was judged. */
  reliability: z.number().nullable(),
  /** The claims of the service that answer it. */
  parts: z.array(
    z.object({
      claim: z.string(),
      verdict: z.enum(VERDICTS),
      /** A typed reason, a colon and a sentence. */
      reason: z.string(),
    }),
  ),
  extraction: z.object({
    /** Claims of the service that answer this one alone. */
    own: z.int(),
    /** Claims that hold its span beside others, where it has none of its own. */
    wide: z.int(),
    /** One of its own has its very span, but for white space and punctuation at the ends. */
    exact: z.boolean(),
    /** At least one of them is checkable. */
    checkable: z.boolean(),
  }),
  /** One entry per quote of the gold evidence; null where it has none. */
  retrieval: z
    .object({
      /** Rank, from 1, of the first passage that holds it when the gold claim is searched for; null: none does. */
      alone: z.array(z.int().min(1).nullable()),
      /** Whether one of the passages that were found for the service's own claims holds it. */
      retrieved: z.array(z.boolean()),
      /** Whether one of those that the service shows with these claims does. */
      shown: z.array(z.boolean()),
    })
    .nullable(),
});
export type ClaimRow = z.infer<typeof ClaimRow>;

/** True if the documents settle the claim. */
export function isSettleable({ gold }: Pick<ClaimRow, 'gold'>): boolean {
  return gold === 'supported' || gold === 'contradicted';
}
