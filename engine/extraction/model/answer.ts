/** The schema of a model's answer. The model is untrusted: an answer is validated like any other foreign input. */
import { z } from 'zod';

/** More than any stretch contains. Further entries are ignored. */
const MOST_STATEMENTS = 200;
const MOST_PIECES = 6;
const LONGEST = 4_000;

const Statement = z.object({
  id: z.string().max(20),
  /** The mark before its sentence, e.g. "S1". */
  sentence: z.string().max(20),
  /** Its words, quoted literally from the sentence. */
  pieces: z.array(z.string().max(LONGEST)).max(MOST_PIECES),
  /** The statement as a sentence that can be understood on its own. */
  claim: z.string().max(LONGEST),
  kind: z.string().max(40),
  /** Id of the statement that this one is a condition or attribution of; '' if none. */
  part_of: z.string().max(20),
  /** Search words by language, if they were asked for. They are validated elsewhere. */
  search: z.unknown().optional(),
});

export type Listed = z.infer<typeof Statement>;

/** The statements listed in an answer, without malformed entries; null if the answer is not a list of statements. */
export function listedIn(answer: unknown): Listed[] | null {
  const parsed = z.object({ statements: z.array(z.unknown()) }).safeParse(answer);
  if (!parsed.success) return null;
  return parsed.data.statements.slice(0, MOST_STATEMENTS).flatMap((entry) => {
    const statement = Statement.safeParse(entry);
    return statement.success ? [statement.data] : [];
  });
}
