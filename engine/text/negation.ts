/** Finds the tokens of a text that are in the scope of a negative word, a negative verb or a denial. */
import { contrasted, isCessation, isNotUntil } from './negative-idioms.ts';
import type { Token } from './nlp.ts';
import { isVerbal } from './parts-of-speech.ts';

/** Words that negate the rest of the clause: "did not …", "never …", "No patient …". */
const CLAUSE_CUES = new Set([
  ...['not', "n't", 'n’t', 'never', 'no', 'none', 'nobody', 'nothing', 'neither', 'nor', 'nowhere', 'cannot'],
  ...['hardly', 'barely', 'scarcely', 'seldom'],
]);
/** Words that negate only the phrase after them: "without infection", "lack of evidence", "outside Africa". */
const PHRASE_CUES = new Set([
  ...['without', 'lack', 'lacking', 'absence', 'outside', 'except', 'excluding', 'besides'],
]);
/** Verbs and adverbs that deny what follows. */
const DENIALS = new Set(['deny', 'refute', 'disprove', 'debunk', 'falsely', 'wrongly', 'incorrectly']);
/** Words that negate only with an infinitive: "failed to win", "declined to comment", "has yet to begin". */
const WITH_INFINITIVE = new Set(['fail', 'refuse', 'decline', 'unable', 'yet', 'neglect']);

/** Words that negate only before "that": "false that", "untrue that". A "false alarm" negates nothing. */
const FALSEHOODS = new Set(['false', 'untrue', 'myth', 'hoax', 'misconception']);

/** All words that `cueAt` checks, for an early exit. */
const CUES = new Set([...CLAUSE_CUES, ...PHRASE_CUES, ...FALSEHOODS, 'other', 'rather', 'instead', 'place']);
const CUE_LEMMAS = new Set([...DENIALS, ...WITH_INFINITIVE]);

/** The parts of a token that negation depends on. */
type Negatable = Omit<Token, 'start' | 'end'>;

type Reach = 'clause' | 'phrase';

function cueAt(tokens: readonly Negatable[], at: number): Reach | null {
  const { lower, lemma } = tokens[at]!;
  if (!CUES.has(lower) && !CUE_LEMMAS.has(lemma)) return null;
  const next = tokens[at + 1]?.lower;
  if (WITH_INFINITIVE.has(lemma)) return next === 'to' ? 'clause' : null;
  if (DENIALS.has(lemma)) return 'clause';
  if (FALSEHOODS.has(lower)) return next === 'that' ? 'clause' : null;
  if (PHRASE_CUES.has(lower)) return 'phrase';
  if ((lower === 'other' || lower === 'rather') && next === 'than') return 'phrase';
  if (lower === 'instead' && next === 'of') return 'phrase';
  if (lower === 'place') return next === 'of' && tokens[at - 1]?.lower === 'in' ? 'phrase' : null;
  if (!CLAUSE_CUES.has(lower)) return null;
  // "not only … but also", "no fewer than", "No. 1", "whether or not" state nothing negative.
  if (lower === 'not' && /^(?:only|just|merely|necessarily)$/.test(next ?? '')) return null;
  if (lower === 'not' && tokens[at - 1]?.lower === 'or') return null;
  if (isNotUntil(tokens, at)) return null;
  if (/^(?:no|not)$/.test(lower) && /^(?:less|fewer|more|later|earlier)$/.test(next ?? '')) return null;
  if (lower === 'no' && next === '.') return null;
  // "No evidence that …" denies the evidence, not the statement.
  if (lower === 'no' && /^(?:evidence|proof|indication|sign|data)$/.test(next ?? '')) return 'phrase';
  // "not far south", "but not Spain": without a verb group around it, "not" negates only the phrase.
  const isInVerb = isVerbal(tokens[at - 1]) || isVerbal(tokens[at + 1]) || isVerbal(tokens[at + 2]);
  return lower === 'not' && !isInVerb ? 'phrase' : 'clause';
}

/** True for words and punctuation that end the scope of a negation. */
function endsClause(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (/^[,;:()–—]$/.test(token.text)) return true;
  // "has never lost and has only drawn once": an auxiliary after the conjunction starts a new statement.
  if (token.pos === 'CCONJ' && tokens[at + 1]?.pos === 'AUX') return true;
  return /^(?:but|although|though|because|while|whereas|however|which|who|since|if|when|unless|except)$/.test(
    token.lower,
  );
}

/** True for a comma or "or" inside a list that is negated as a whole: "not cash, jewellery or perishable goods". */
function isInDeniedList(tokens: readonly Token[], at: number): boolean {
  const isMember = (i: number) => /^(?:NOUN|PROPN|ADJ|NUM|DET)$/.test(tokens[i]?.pos ?? '');
  if (!isMember(at - 1) || !isMember(at + 1)) return false;
  for (let i = at; isMember(i) || tokens[i]?.text === ','; i++) {
    if (/^(?:or|nor)$/.test(tokens[i + 1]?.lower ?? '')) return isMember(i + 2) && !isVerbal(tokens[i + 3]);
  }
  return /^(?:or|nor)$/.test(tokens[at]!.lower) && !isVerbal(tokens[at + 2]);
}

function endsPhrase(tokens: readonly Token[], at: number, cue: number): boolean {
  // "Without crossing the stream", "without pay": right after "without", a word tagged as a verb is not a predicate.
  if (at === cue + 1 && tokens[cue]!.lower === 'without') return false;
  if (isVerbal(tokens[at]) || tokens[at]!.pos === 'CCONJ' || tokens[at]!.lower === 'that') return true;
  const isLink = tokens[at]!.lower === 'of' || tokens[at]!.lower === 'than';
  return tokens[at]!.pos === 'ADP' && !isLink && at > cue + 1;
}

/** Longest scope of a clause cue, in tokens. In a longer clause, the end was probably missed. */
const MAXIMUM_REACH = 25;
const PHRASE_REACH = 7;

/** Skips an insertion: in "Not, as is often said, by Oakes" the negated phrase follows the second comma. */
function afterAside(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.text !== ',') return from;
  const close = tokens.slice(from + 1, from + 8).findIndex(({ text }) => text === ',');
  return close < 0 ? from : from + close + 2;
}

/**
 * Returns for every token whether it is in the scope of an odd number of cues. `sentenceOf[i]` is the sentence of token i; a
 * scope never extends beyond its sentence.
 */
export function negationScope(tokens: readonly Token[], sentenceOf: readonly number[]): boolean[] {
  const negated = new Array<boolean>(tokens.length).fill(false);
  for (let i = 0; i < tokens.length; i++) {
    const reach = cueAt(tokens, i);
    if (reach === null) continue;
    const contrast = contrasted(tokens, i);
    if (contrast !== null) {
      for (let j = contrast.start; j < contrast.end; j++) negated[j] = !negated[j];
      continue;
    }
    const limit = i + (reach === 'clause' ? MAXIMUM_REACH : PHRASE_REACH);
    const first = afterAside(tokens, i + 1);
    for (let j = first; j < tokens.length && j <= limit && sentenceOf[j] === sentenceOf[i]; j++) {
      const isEnd = endsClause(tokens, j) || (reach === 'phrase' && endsPhrase(tokens, j, first - 1));
      if (isEnd && !isInDeniedList(tokens, j)) break;
      negated[j] = !negated[j];
    }
  }
  return negated;
}

/** True if the token is a negative word or part of one ("no longer"). Such tokens have no content of their own. */
export function isNegationCue(tokens: readonly Negatable[], at: number): boolean {
  return cueAt(tokens, at) !== null || isCessation(tokens, at) || isNotUntil(tokens, at);
}

/** Number of negative words. */
export function negationsIn(tokens: readonly Negatable[]): number {
  return tokens.filter((_, at) => isNegationCue(tokens, at)).length;
}
