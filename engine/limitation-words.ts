/** Beginnings of limitations. The summary uses them to count the claims; the reason and a full stop follow. */

/** For a claim that a language model should have read but didn't. */
export const LOCAL_JUDGE_ONLY_PREFIX = 'This claim rests on the local judge alone: ';

/** For a claim that a language model would have been asked about if the caller didn't have it judged already. */
export const KNOWN_TO_CALLER =
  'No language model was asked about this claim again: whoever asked has had it judged before, with the same passages.';

/** For a claim some of whose passages an NLI model should have read but didn't. */
export const NOT_ALL_READ = 'The NLI model did not read all passages of this claim: ';

/** For a text or claim in a language other than English that no language model has divided into claims. */
export const LANGUAGE_NOT_READ = 'language_not_read: ';

/** For a text, or parts of it, that a language model should have divided into claims but didn't. The reason follows. */
export const RULES_ONLY_PREFIX = 'taken apart by rules alone: ';

/**
 * For parts of a text for which the model listed statements but was not asked to confirm those that code alone can't. The reason
 * follows.
 */
export const UNCONFIRMED_STATEMENTS_PREFIX = 'left in longer claims than need be: ';

/** What a reader can do about LANGUAGE_NOT_READ. */
export const WHAT_WOULD_READ = 'A language model would read it: "evidence model find" lists those on this machine.';
