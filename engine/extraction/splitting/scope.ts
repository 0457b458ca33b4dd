/** Words that hold for a statement as a whole, so that a part of it may not hold. */
import type { Word } from '../grammar/parse.ts';

const SCOPED =
  /^(?:no|not|n't|n’t|never|nobody|nothing|none|neither|nor|only|if|unless|provided|hardly|few|little|cannot|without|rarely|seldom|barely|scarcely)$/u;

/** True for "no", "only", "unless" and the like: without the rest, the statement may say something else. */
export const isScoped = ({ lower }: Word): boolean => SCOPED.test(lower);
