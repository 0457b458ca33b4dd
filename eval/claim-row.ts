/** The outcome of one gold claim. All figures are computed from these rows, and runs are compared by them. */
import { z } from 'zod';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { GOLD_VERDICTS } from './data/article.ts';

export const ClaimRow = z.object({
  article: z.string(),
  /** Number of the claim in its article, from 1. */
  number: z.int().min(1),
  claim: z.string(),
  gold: z.enum(GOLD_VERDICTS),
  how: z.string().nullable(),
  error: z.string().nullable(),
  said: z.enum([...VERDICTS, 'none']),
  /** 0..1; null if nothing was judged. */
  reliability: z.number().nullable(),
  /** The service's claims that match it. */
  parts: z.array(
    z.object({
      claim: z.string(),
      verdict: z.enum(VERDICTS),
      /** A reason code, a colon and a sentence. */
      reason: z.string(),
    }),
  ),
  extraction: z.object({
    /** Number of the service's claims that match only this gold claim. */
    own: z.int(),
    /** Number of claims that contain its span together with others, if there are none of its own. */
    wide: z.int(),
    /** Whether one of its own claims has exactly its span, apart from white space and punctuation at the ends. */
    exact: z.boolean(),
    /** Whether at least one of the matching claims is checkable. */
    checkable: z.boolean(),
  }),
  /** One entry per quote of the gold evidence; null if there is none. */
  retrieval: z
    .object({
      /**
       * Rank, from 1, of the first passage with the quote when the gold claim itself is searched for; null if no passage has it.
       */
      alone: z.array(z.int().min(1).nullable()),
      /** Whether one of the passages found for the service's own claims has the quote. */
      retrieved: z.array(z.boolean()),
      /** Whether one of the passages that the service shows with these claims has the quote. */
      shown: z.array(z.boolean()),
    })
    .nullable(),
});
export type ClaimRow = z.infer<typeof ClaimRow>;

/** True if the documents settle the claim, i.e. support or contradict it. */
export function isSettleable({ gold }: Pick<ClaimRow, 'gold'>): boolean {
  return gold === 'supported' || gold === 'contradicted';
}
