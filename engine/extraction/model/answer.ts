/** The form of a model's answer. Whatever a model sends, it is read as what a stranger has sent. */
import { z } from 'zod';

/** More than a stretch has statements; entries beyond count for nothing. */
const MOST_STATEMENTS = 200;
const MOST_PIECES = 6;
const LONGEST = 4_000;

const Statement = z.object({
  id: z.string().max(20),
  /** The mark before the sentence. */
  sentence: z.string().max(20),
  /** Its literal words. */
  pieces: z.array(z.string().max(LONGEST)).max(MOST_PIECES),
  /** Made to stand alone. */
  claim: z.string().max(LONGEST),
  kind: z.string().max(40),
  /** Of the statement that this is a condition or attribution of; else ''. */
  part_of: z.string().max(20),
  /** Search words by language, where they were asked for; unread. */
  search: z.unknown().optional(),
});

export type Listed = z.infer<typeof Statement>;

/** The statements listed in an answer, without entries of another form; null if it is no list of statements. */
export function listedIn(answer: unknown): Listed[] | null {
  const parsed = z.object({ statements: z.array(z.unknown()) }).safeParse(answer);
  if (!parsed.success) return null;
  return parsed.data.statements.slice(0, MOST_STATEMENTS).flatMap((entry) => {
    const statement = Statement.safeParse(entry);
    return statement.success ? [statement.data] : [];
  });
}
