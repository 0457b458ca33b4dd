/**
 * The tagger sometimes takes "cost", "retired" or "stars" for a noun or an adjective. A sentence that loses its only
 * verb this way has no clause, so words that must be verbs are retagged.
 */
import { isKnownWord } from '#engine/language/lexicon.ts';
import type { Token } from '#engine/language/nlp.ts';
import { isVerbal } from '#engine/language/parts-of-speech.ts';
import { baseOfPast } from '#engine/language/verbs.ts';

function isSubjectLike(token: Token | undefined, before?: Token): boolean {
  // "Line 5 cost …"
  if (token?.pos === 'NUM') return before?.pos === 'PROPN';
  return token?.pos === 'NOUN' || token?.pos === 'PROPN' || token?.pos === 'PRON' || token?.text === ')';
}

function asVerb(token: Token): Token {
  const lemma = baseOfPast(token.lower, isKnownWord) ?? token.lemma;
  return { ...token, pos: 'VERB', lemma };
}

/** True for a past tense where no adjective can stand: "and retired in June", "Lindqvist retired in 2022". */
function isMistaggedPast(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.pos !== 'ADJ' || !token.lower.endsWith('ed') || baseOfPast(token.lower, isKnownWord) === null) return false;
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  const follows = before?.pos === 'PROPN' || before?.pos === 'PRON' || before?.pos === 'CCONJ' || before?.text === ',';
  return follows && (next?.pos === 'ADP' || next?.pos === 'DET' || next?.pos === 'NUM');
}

/** True for a verb after a negated "do": "did not open". */
function followsNegatedDo(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]!.pos !== 'ADJ' || tokens[at - 2]?.lemma !== 'do') return false;
  return /^(?:not|n't|n’t)$/.test(tokens[at - 1]!.lower);
}

/** True for "clean" in "you should clean the filter". */
function followsModal(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]!.pos !== 'ADJ' || !/^(?:must|should|can|may|will|to)$/.test(tokens[at - 1]?.lower ?? '')) return false;
  return /^(?:the|your|a|an|any|this|these|each|it|them)$/.test(tokens[at + 1]?.lower ?? '');
}

/** The likeliest verb of [start, end), in which no token is tagged as one; -1 if there is none. */
function lostVerb(tokens: readonly Token[], start: number, end: number): number {
  let plural = -1;
  for (let i = start + 1; i < end - 1; i++) {
    const token = tokens[i]!;
    const isCandidate = token.pos === 'NOUN' || token.pos === 'ADJ';
    const before = tokens[i - 1]?.pos === 'ADV' ? tokens[i - 2] : tokens[i - 1];
    if (!isCandidate || !/^\p{Ll}/u.test(token.text) || !isSubjectLike(before, tokens[i - 2])) continue;
    const next = tokens[i + 1]!;
    if (baseOfPast(token.lower, isKnownWord) !== null && next.pos !== 'PUNCT') return i;
    const opensObject = next.pos === 'DET' || next.pos === 'NUM' || next.pos === 'PROPN' || next.pos === 'ADP';
    // "The birds return to the marsh."
    const isPlural = before?.pos === 'NOUN' && before.lower === `${before.lemma}s`;
    const opens = /^(?:to|in|on|at|from|into|the|a|an|their|its)$/.test(next.lower);
    if (plural < 0 && isPlural && token.lower === token.lemma && opens) plural = i;
    const isForm = token.pos === 'NOUN' && token.lower === `${token.lemma}s`;
    if (plural < 0 && isForm && (opensObject || before?.pos === 'PROPN') && next.pos !== 'PUNCT') plural = i;
  }
  return plural;
}

/** True for "vomiting" and "rigors" in "Vomiting, rigors or pain should …": members of a list before the first verb. */
function isListed(tokens: readonly Token[], start: number, at: number, end: number): boolean {
  const joins = (token: Token | undefined) => token?.text === ',' || token?.pos === 'CCONJ';
  if (tokens[at]!.pos !== 'VERB' || !joins(tokens[at + 1]) || !(at === start || joins(tokens[at - 1]))) return false;
  if (tokens.slice(start, at).some(isVerbal)) return false;
  return tokens.slice(at + 1, end).some(({ pos }) => pos === 'AUX');
}

/** True for "beams" in "All twelve long beams fell" and "leaves" in "the plant's leaves grow": no verb stands there. */
function isPluralNoun(tokens: readonly Token[], start: number, at: number, end: number): boolean {
  const { pos, lower, lemma } = tokens[at]!;
  // "Twelve long beams": the tagger takes some adjectives for adverbs.
  const isAdverb = tokens[at - 1]?.pos === 'ADV' && /^(?:NUM|DET|ADJ)$/.test(tokens[at - 2]?.pos ?? '');
  const before = isAdverb ? tokens[at - 2] : tokens[at - 1];
  if (pos !== 'VERB' || (lower !== `${lemma}s` && lower !== 'leaves') || at === start || before === undefined)
    return false;
  const isModified = before.pos === 'ADJ' || before.pos === 'DET' || isAdverb || /^['’]s?$/.test(before.text);
  // "Oak is used for the beams and pine for the floor"
  const hasVerb = before.lower === 'the' ? tokens.slice(start, at).some(isVerbal) : false;
  return isModified && (hasVerb || tokens.slice(at + 1, end).some(isVerbal));
}

/** True for "wing" in "the north wing of the school was closed" and "play" in "it went to the play.": no verb stands there. */
function isNounAfterArticle(tokens: readonly Token[], start: number, at: number, end: number): boolean {
  const { pos, lower, lemma } = tokens[at]!;
  const next = tokens[at + 1];
  if (pos !== 'VERB' || lower !== lemma) return false;
  let i = at - 1;
  if (next?.lower === 'of') while (i > start && /^(?:ADJ|ADV)$/.test(tokens[i]!.pos)) i--;
  else if (next !== undefined && !/^[.,;]$/.test(next.text)) return false;
  if (i < start || !/^(?:the|a|an)$/.test(tokens[i]!.lower)) return false;
  return tokens.slice(start, end).some((token, place) => isVerbal(token) && start + place !== at);
}

/** True for "Deleted objects can be restored": a participle that describes the noun of which something is said. */
function opensWithParticiple(tokens: readonly Token[], start: number): boolean {
  const first = tokens[start]!;
  const next = tokens[start + 1];
  return (
    first.pos === 'VERB' && /(?:ed|en)$/.test(first.lower) && next?.pos === 'NOUN' && tokens[start + 2]?.pos === 'AUX'
  );
}

/** True for "planned" in "cost a third more than planned", which has no subject; "more than doubled" has one. */
function isOnlyExpected(tokens: readonly Token[], at: number): boolean {
  if (tokens[at - 1]?.lower !== 'than') return false;
  return /^(?:planned|expected|anticipated|estimated|budgeted|forecast|predicted|promised|agreed|intended|hoped|feared|advertised|claimed|stated|required|needed|allowed)$/.test(
    tokens[at]!.lower,
  );
}

/** `tokens` with mistagged verbs retagged; a heading (no closing mark) isn't searched for a lost verb. */
export function retagVerbs(tokens: readonly Token[], sentenceOf: readonly number[]): Token[] {
  const result = tokens.map((token, at) =>
    isMistaggedPast(tokens, at) || followsNegatedDo(tokens, at) || followsModal(tokens, at) ? asVerb(token) : token,
  );
  for (let start = 0; start < result.length; ) {
    let end = start;
    let hasVerb = false;
    while (end < result.length && sentenceOf[end] === sentenceOf[start]) {
      hasVerb ||= isVerbal(result[end]!) && !isOnlyExpected(result, end);
      end++;
    }
    for (let i = start; i < end; i++) {
      const isNoun =
        isListed(result, start, i, end) ||
        isPluralNoun(result, start, i, end) ||
        isNounAfterArticle(result, start, i, end);
      if (isNoun) result[i] = { ...result[i]!, pos: 'NOUN' };
    }
    if (opensWithParticiple(result, start)) result[start] = { ...result[start]!, pos: 'ADJ' };
    if (!hasVerb && /^[.!?]$/.test(result[end - 1]!.text)) {
      const at = lostVerb(result, start, end);
      if (at >= 0) result[at] = asVerb(result[at]!);
    }
    start = end;
  }
  return result;
}
