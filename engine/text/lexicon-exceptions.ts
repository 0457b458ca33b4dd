/** What WordNet has and the lexicon leaves out: words and pairs whose relations there mislead. */
import { pairsIn, wordSet, wordsIn } from './word-lists.ts';

/** Words so general that being a kind of them means little; they never count as entailed by a hyponym. */
export const GENERAL_WORDS = wordsIn(
  'entity thing object whole abstraction group state event act matter unit part physical_entity attribute relation measure action ' +
    'activity artifact content change move make be have do get give take cause go come happen set put use condition quality process ' +
    'substance device way instrumentality structure area region',
);

/** Words with so many senses that sharing one means nothing; WordNet synonyms and hypernyms of them are ignored. */
export const TOO_MANY_SENSES = wordSet(
  'area country state place part point line form case thing way work set run break time man people body piece figure order number ' +
    'position head hand field house party light ground name term note land picture title play make take go get have be give hold keep ' +
    'turn come do put stand draw pass call see',
);

/** Antonyms of WordNet that don't exclude each other: what is asked is answered, and what is founded was not lost before. */
export const COUNTERPARTS: readonly (readonly [string, string])[] = pairsIn('question answer|ask answer|found lost');
