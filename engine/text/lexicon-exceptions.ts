/** Words and pairs whose relations in WordNet mislead and are therefore ignored. */
import { pairsIn, wordSet, wordsIn } from './word-lists.ts';

/** Words so general that being a kind of them says little. They never count as entailed by a hyponym. */
export const GENERAL_WORDS = wordsIn(
  'entity thing object whole abstraction group state event act matter unit part physical_entity attribute relation measure action ' +
    'activity artifact content change move make be have do get give take cause go come happen set put use condition quality process ' +
    'substance device way instrumentality structure area region',
);

/** Words with so many senses that a shared one means nothing. Their WordNet synonyms and hypernyms are ignored. */
export const TOO_MANY_SENSES = wordSet(
  'area country state place part point line form case thing way work set run break time man people body piece figure order number ' +
    'position head hand field house party light ground name term note land picture title play make take go get have be give hold keep ' +
    'turn come do put stand draw pass call see',
);

/** WordNet antonyms that don't exclude each other: a question that is asked may be answered too. */
export const COUNTERPARTS: readonly (readonly [string, string])[] = pairsIn('question answer|ask answer|found lost');
