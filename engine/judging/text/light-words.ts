/** Words that say little by themselves; the evidence need not have them. */
import { startsWithCapital } from '#engine/language/letters.ts';
import { isCourtesyTitle } from '#engine/language/names.ts';
import type { Token } from '#engine/language/nlp.ts';

const LIGHT_VERBS = new Set([
  ...['be', 'have', 'do', 'can', 'will', 'shall', 'would', 'get', 'become', 'include', 'call', 'name', 'know'],
  ...['locate', 'situate', 'make', 'take', 'give', 'go', 'come', 'use', 'happen', 'occur', 'exist', 'involve', 'serve'],
  ...['feature', 'contain', 'consist', 'comprise', 'describe', 'refer', 'consider', 'say', 'state', 'find', 'show'],
  ...['report'],
]);
const LIGHT_WORDS = new Set([
  ...['also', 'well', 'very', 'there', 'then', 'thus', 'however', 'therefore', 'currently', 'now', 'actually'],
  ...['really', 'such', 'other', 'same', 'own', 'so', 'too', 'just', 'as', 'like', 'kind', 'type', 'form', 'one'],
  ...['certain', 'named', 'called', 'known', 'located', 'about', 'approximately', 'around', 'roughly', 'nearly'],
  ...['almost', 'over', 'more', 'than', 'least', 'less', 'up', 'out', 'total', 'most', 'both', 'either', 'all'],
  ...['every', 'each', 'some', 'any', 'only', 'many', 'several', 'few', 'not', 'never', 'who', 'which', 'that', 'etc'],
  ...['eg', 'ie', 'when', 'while', 'whereas', 'whose', 'thereby', 'hence', 'furthermore', 'moreover', 'indeed'],
  ...['namely', 'nevertheless', 'nonetheless', 'accordingly', 'respectively', 'meanwhile', 'mere', 'incidentally'],
  ...['admittedly'],
]);
/** "the film Gandhi", "the city of Paris": the noun only says what kind of thing the name is. */
const CLASS_NOUNS = new Set([
  ...['film', 'movie', 'song', 'album', 'book', 'novel', 'company', 'city', 'town', 'country', 'state', 'series'],
  ...['show', 'band', 'group', 'person', 'man', 'woman', 'actor', 'actress', 'singer', 'player', 'author', 'president'],
  ...['river'],
]);

/** Prepositions with a meaning of their own, which count as terms; the others only link. */
export const MEANINGFUL_PREPOSITIONS = new Set([
  ...['above', 'below', 'beneath', 'under', 'against', 'behind', 'inside', 'beyond'],
]);

const BOUNDS = /^(?:fewer|later|earlier|greater|higher|lower)$/;

/** True if a figure or date follows "than": "higher than in 2019" compares two things. */
function isBound(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return (
    token !== undefined && token.pos !== 'ADP' && token.pos !== 'DET' && token.pos !== 'NOUN' && token.pos !== 'VERB'
  );
}

/** True if the evidence need not have the token; tokens of names are never light. */
export function isLight(tokens: readonly Token[], at: number, inName: boolean): boolean {
  const token = tokens[at]!;
  if (inName) return false;
  if (isCourtesyTitle(token) && startsWithCapital(tokens[at + 1]?.text ?? '')) return true;
  // At the end of a sentence the tagger takes "in." for one word.
  if (
    token.pos === 'AUX' ||
    LIGHT_WORDS.has(token.lower) ||
    /^(?:in|on|at|to|of|by|up|off|out|over)\.$/.test(token.lower)
  )
    return true;
  // "No fewer than 40", "no later than 2020": the bound is part of the value.
  if (tokens[at + 1]?.lower === 'than' && BOUNDS.test(token.lower)) return isBound(tokens, at + 2);
  if ((token.pos === 'VERB' || token.pos === 'ADJ') && LIGHT_VERBS.has(token.lemma)) return true;
  if (saysNothingHere(tokens, at)) return true;
  const next = tokens[at + 1];
  const before = tokens[at - 1]?.lower;
  return (
    CLASS_NOUNS.has(token.lemma) &&
    (before === 'the' || at === 0) &&
    next !== undefined &&
    (/^["“]/.test(next.text) || (startsWithCapital(next.text) && next.pos === 'PROPN'))
  );
}

/** Nouns before "of" that only say that the rest is counted or measured. */
const MEASURING = /^(?:number|amount|sum)$/;
/** What something is so by or under. */
const RULES =
  /^(?:policy|law|act|agreement|contract|scheme|rules?|regulations?|plan|treaty|warranty|guarantee|terms|code|order|lease|licence|license|ordinance|bylaws?|programme|program|proposals?)$/;

/** True for words that say nothing in their construction: "at that time", "compared with", "the number of", "the year 1990". */
function saysNothingHere(tokens: readonly Token[], at: number): boolean {
  const { lower, pos } = tokens[at]!;
  const next = tokens[at + 1];
  const before = tokens[at - 1]?.lower ?? '';
  if (lower === 'according' || lower === 'compared') return next?.lower === 'to' || next?.lower === 'with';
  if (lower === 'kept') return tokens[at - 1]?.lemma === 'be' && /^(?:on|in|at|under|behind)$/.test(next?.lower ?? '');
  // "Under the policy" says by what, "under the bridge" where.
  if (lower === 'under')
    return /^(?:the|this|its|that)$/.test(next?.lower ?? '') && RULES.test(tokens[at + 2]?.lower ?? '');
  if (pos !== 'NOUN') return false;
  if (lower === 'time') {
    const isPointing =
      /^(?:that|this|the)$/.test(before) && /^(?:in|at|by|during|of)$/.test(tokens[at - 2]?.lower ?? '');
    return (isPointing && next?.lower !== 'of') || (next?.lower === 'of' && /^\d/.test(tokens[at + 2]?.text ?? ''));
  }
  if (lower === 'year') return /^[12]\d{3}$/.test(next?.text ?? '');
  if (lower === 'question') return before === 'in';
  if (lower === 'trade' || lower === 'profession') return before === 'by';
  if (next?.lower !== 'of') return false;
  if (lower === 'month') return startsWithCapital(tokens[at + 2]?.text ?? '');
  return MEASURING.test(lower) && (before === 'the' || before === 'a' || before === 'total');
}
