/** The form of a model's answer. Whatever a model sends, it is read as what a stranger has sent. */
import { z } from 'zod';
import type { Json } from '#contracts/json.ts';

const Label = z.enum(['supports', 'contradicts', 'neither']);
const PassageId = z.string().max(20);
const Quote = z.string().max(4_000);
/** More than any question has passages, and more quotes than any passage has sentences. */
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

/** More than any question has claims. */
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
 * What an answer about several claims says of the one with this id, as if it had been asked about alone; null where the
 * answer has another form, or says nothing of the claim or says it twice.
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
