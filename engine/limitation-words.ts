/** How limitations of single claims begin, by which the summary counts them. The reason follows, and a full stop. */

/** Of a claim that a language model was to read. */
export const ON_LOCAL_JUDGE_ALONE = 'This claim rests on the local judge alone: ';

/** Of a claim that a language model would have been asked about otherwise. */
export const KNOWN_TO_CALLER =
  'No language model was asked about this claim again: whoever asked has had it judged before, with the same passages.';

/** Of a claim whose passages an NLI model was to read. */
export const NOT_ALL_READ = 'The NLI model did not read all passages of this claim: ';

/** Of a text or claim in another language than English that no language model has taken apart. */
export const LANGUAGE_NOT_READ = 'language_not_read: ';

/** In what is said of a text, or of parts of it, that a language model was to take apart. The reason follows. */
export const TAKEN_APART_BY_RULES = 'taken apart by rules alone: ';

/** The same of parts of which it has listed statements, but was not asked about those again that code can't tell to be stated. */
export const TAKEN_APART_WITH_CARE = 'left in longer claims than need be: ';

/** What a reader can do about it. */
export const WHAT_WOULD_READ = 'A language model would read it: "evidence model find" lists those on this machine.';
