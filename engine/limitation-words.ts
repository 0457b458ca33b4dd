/** How limitations of single claims begin, by which the summary counts them. The reason follows, and a full stop. */

/** Of a claim that a language model was to read. */
export const ON_LOCAL_JUDGE_ALONE = 'This claim rests on the local judge alone: ';

/** Of a claim whose passages an NLI model was to read. */
export const NOT_ALL_READ = 'The NLI model did not read all passages of this claim: ';
