/** The schemas of a model's answer. An answer is validated like any untrusted input. */
import { z } from 'zod';
import type { Json } from '#contracts/json.ts';

const Label = z.enum(['supports', 'contradicts', 'neither']);
const PassageId = z.string().max(20);
const Quote = z.string().max(4_000);
/** More than the passages of any question and the quotes of any passage. */
const MOST_ENTRIES = 40;
const MOST_QUOTES = 20;
const MOST_JOINED = 8;

export const ModelLabels = z.object({
  passages: z
    .array(z.object({ passage: PassageId, quotes: z.array(Quote).max(MOST_QUOTES), label: Label }))
    .max(MOST_ENTRIES),
  joined: z
    .array(z.object({ quotes: z.array(z.object({ passage: PassageId, quote: Quote })).max(MOST_QUOTES), label: Label }))
    .max(MOST_JOINED)
    .default([]),
});

/** More than the claims of any question. */
const MOST_CLAIMS = 20;

const SharedAnswer = z.object({
  claims: z
    .array(
      z.object({
        claim: z.string().max(20),
        ...ModelLabels.shape,
        neither: z.array(PassageId).max(MOST_ENTRIES).default([]),
      }),
    )
    .max(MOST_CLAIMS),
});

/**
 * Extracts what an answer about several claims says of the claim with this id, in the form of an answer about one claim. Null if
 * the answer is malformed, or doesn't mention the claim exactly once.
 */
export function labelsAbout(answer: Json, id: string): Json {
  const parsed = SharedAnswer.safeParse(answer);
  if (!parsed.success) return null;
  const [own, ...others] = parsed.data.claims.filter(({ claim }) => claim === id);
  if (own === undefined || others.length > 0) return null;
  const neither = own.neither.map((passage) => ({ passage, quotes: [], label: 'neither' as const }));
  return { passages: [...own.passages, ...neither], joined: own.joined };
}

export type ModelLabels = z.infer<typeof ModelLabels>;
export type ModelLabel = z.infer<typeof Label>;
