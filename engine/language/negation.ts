/** Negation: which tokens of a text stand under a negative word, a negative verb or a denial. */
import type { Token } from './nlp.ts';

const CUES = new Set([
  ...[
    'not',
    "n't",
    'n’t',
    'never',
    'no',
    'none',
    'nobody',
    'nothing',
    'neither',
    'nor',
    'nowhere',
    'cannot',
    'without',
  ],
  ...['hardly', 'barely', 'scarcely', 'seldom'],
]);

/** Verbs and nouns that negate what follows: "failed to win", "lack of evidence", "denied that". */
const NEGATIVE_LEMMAS = new Set([
  ...['fail', 'refuse', 'decline', 'deny', 'lack', 'refute', 'disprove', 'debunk', 'absence', 'unable', 'myth', 'hoax'],
  ...['false', 'untrue', 'incorrect', 'falsely', 'wrongly', 'incorrectly', 'misconception', 'fabricate'],
]);

/** Verbs among them that negate only an infinitive: "declined to comment", but "sales declined". */
const NEEDS_INFINITIVE = new Set(['fail', 'refuse', 'decline', 'unable']);

function isCue(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  const next = tokens[at + 1]?.lower;
  if (NEGATIVE_LEMMAS.has(token.lemma)) return !NEEDS_INFINITIVE.has(token.lemma) || next === 'to';
  if (!CUES.has(token.lower)) return false;
  // "not only … but also", "no fewer than", "No. 1", "whether or not" state nothing negative.
  if (token.lower === 'not' && (next === 'only' || next === 'just' || next === 'merely')) return false;
  if (token.lower === 'not' && tokens[at - 1]?.lower === 'or') return false;
  if (/^(?:no|not)$/.test(token.lower) && /^(?:less|fewer|more|later|earlier)$/.test(next ?? '')) return false;
  return !(token.lower === 'no' && next === '.');
}

/** Words and signs at which the reach of a negation ends. */
function endsScope(token: Token): boolean {
  if (/^[,;:()–—]$/.test(token.text)) return true;
  return /^(?:but|although|though|because|while|whereas|however|which|who|since|if|when|unless|except)$/.test(
    token.lower,
  );
}

/** Longest reach of a cue in tokens; a longer clause is a parse gone wrong. */
const MAXIMUM_REACH = 25;

/**
 * For every token whether an odd number of cues reaches it. `sentenceOf[i]` is the sentence of token i; scope ends there.
 */
export function negationScope(tokens: readonly Token[], sentenceOf: readonly number[]): boolean[] {
  const negated = new Array<boolean>(tokens.length).fill(false);
  for (let i = 0; i < tokens.length; i++) {
    if (!isCue(tokens, i)) continue;
    for (let j = i + 1; j < tokens.length && j <= i + MAXIMUM_REACH && sentenceOf[j] === sentenceOf[i]; j++) {
      if (endsScope(tokens[j]!)) break;
      negated[j] = !negated[j];
    }
  }
  return negated;
}

/** True if the token itself is a negative word; it is no content of its own. */
export function isNegationCue(tokens: readonly Token[], at: number): boolean {
  return isCue(tokens, at);
}
