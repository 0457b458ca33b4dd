/** The form of a model's answer. Whatever a model sends, it is read as what a stranger has sent. */
import { z } from 'zod';

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

export type ModelLabels = z.infer<typeof ModelLabels>;
export type ModelLabel = z.infer<typeof Label>;
