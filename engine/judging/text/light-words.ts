/** Words that say little by themselves; the evidence need not have them. */
import { startsWithCapital } from '#engine/language/letters.ts';
import { isCourtesyTitle } from '#engine/language/names.ts';
import type { Token } from '#engine/language/nlp.ts';

const LIGHT_VERBS = new Set([
  ...[
    'be',
    'have',
    'do',
    'can',
    'will',
    'shall',
    'would',
    'get',
    'become',
    'include',
    'call',
    'name',
    'know',
    'locate',
  ],
  ...[
    'situate',
    'make',
    'take',
    'give',
    'go',
    'come',
    'use',
    'happen',
    'occur',
    'exist',
    'involve',
    'serve',
    'feature',
  ],
  ...['contain', 'consist', 'comprise', 'describe', 'refer', 'consider', 'say', 'state', 'find', 'show', 'report'],
]);
const LIGHT_WORDS = new Set([
  ...[
    'also',
    'well',
    'very',
    'there',
    'then',
    'thus',
    'however',
    'therefore',
    'currently',
    'now',
    'actually',
    'really',
  ],
  ...[
    'such',
    'other',
    'same',
    'own',
    'so',
    'too',
    'just',
    'as',
    'like',
    'kind',
    'type',
    'form',
    'one',
    'certain',
    'named',
  ],
  ...['called', 'known', 'located', 'about', 'approximately', 'around', 'roughly', 'nearly', 'almost', 'over', 'more'],
  ...['than', 'least', 'less', 'up', 'out', 'total', 'least', 'most', 'both', 'either', 'all', 'every', 'each', 'some'],
  ...['any', 'only', 'many', 'several', 'few', 'not', 'never', 'who', 'which', 'that', 'etc', 'eg', 'ie', 'own'],
]);
/** "the film Gandhi", "the city of Paris": the noun only says what kind of thing the name is. */
const CLASS_NOUNS = new Set([
  ...[
    'film',
    'movie',
    'song',
    'album',
    'book',
    'novel',
    'company',
    'city',
    'town',
    'country',
    'state',
    'series',
    'show',
  ],
  ...[
    'band',
    'group',
    'person',
    'man',
    'woman',
    'actor',
    'actress',
    'singer',
    'player',
    'author',
    'president',
    'river',
  ],
]);

/** Prepositions with a meaning of their own, which count as terms; the others only link. */
export const MEANINGFUL_PREPOSITIONS = new Set([
  'above',
  'below',
  'beneath',
  'under',
  'against',
  'behind',
  'inside',
  'beyond',
]);

/** True if the evidence need not have the token; tokens of names are never light. */
export function isLight(tokens: readonly Token[], at: number, inName: boolean): boolean {
  const token = tokens[at]!;
  if (inName) return false;
  if (isCourtesyTitle(token) && startsWithCapital(tokens[at + 1]?.text ?? '')) return true;
  if (token.pos === 'AUX' || LIGHT_WORDS.has(token.lower)) return true;
  // "No fewer than 40", "no later than 2020": the bound is part of the value.
  if (tokens[at + 1]?.lower === 'than' && /^(?:fewer|later|earlier|greater|higher|lower)$/.test(token.lower))
    return true;
  if ((token.pos === 'VERB' || token.pos === 'ADJ') && LIGHT_VERBS.has(token.lemma)) return true;
  const next = tokens[at + 1];
  const before = tokens[at - 1]?.lower;
  return (
    CLASS_NOUNS.has(token.lemma) &&
    (before === 'the' || at === 0) &&
    next !== undefined &&
    (/^["“]/.test(next.text) || (startsWithCapital(next.text) && next.pos === 'PROPN'))
  );
}
