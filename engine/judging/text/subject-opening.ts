/** Where a clause's subject begins behind the conjunction and the adverbial that open the clause. */
import type { Token } from '#engine/language/nlp.ts';
import { hasNominal, isNominal, isSubjectPronoun } from './subject-words.ts';

const SUBORDINATING =
  /^(?:if|when|whenever|once|unless|although|though|because|since|while|whereas|until|before|after|as|whether)$/;

/** True if the clause that starts at `start` is opened by "if", "when" and the like, there or right before. */
export function isSubordinate(tokens: readonly Token[], from: number, start: number): boolean {
  const opens = (at: number) => at >= from && tokens[at]?.pos === 'SCONJ' && SUBORDINATING.test(tokens[at].lower);
  return opens(start) || opens(start - 1);
}

/**
 * Where the subject begins in [start, end): after "if", and after an adverbial ("In 1921", "At the end of the year,",
 * "In the United Kingdom"). `start` where nothing marks its end.
 */
export function openingEnd(tokens: readonly Token[], isDate: readonly boolean[], start: number, end: number): number {
  let at = start;
  if (tokens[at]?.pos === 'CCONJ') at++;
  if (tokens[at]?.pos === 'SCONJ' && SUBORDINATING.test(tokens[at]!.lower) && tokens[at]!.lower !== 'as') at++;
  const begin = adverbialEnd(tokens, isDate, at, end);
  return begin < end && hasNominal(tokens, begin, end) ? begin : start;
}

function adverbialEnd(tokens: readonly Token[], isDate: readonly boolean[], start: number, end: number): number {
  // "She", after whatever comes before it.
  const isClause = tokens.slice(start, end).some(({ pos }) => pos === 'SCONJ');
  if (end > start && isSubjectPronoun(tokens, end - 1, end - 1 === start) && !isClause) return end - 1;
  if (!opensAdverbial(tokens[start]) && !isDate[start]) return start;
  let i = start;
  while (i < end && !isDate[i] && tokens[i]!.text !== ',' && !isNominal(tokens[i]!)) i++;
  if (isDate[i]) {
    while (i < end && isDate[i]) i++;
    if (tokens[i]?.text === ',') i++;
    return i;
  }
  for (; i < end; i++) {
    if (tokens[i]!.text === ',') return i + 1;
    const before = tokens[i - 1]!;
    // An article right after a noun opens another phrase, and so does a name after a noun.
    if (isNominal(before) && tokens[i]!.pos === 'DET') return i;
    if (before.pos === 'NOUN' && tokens[i]!.pos === 'PROPN' && before.lower !== 'of') return i;
    // "For the new furnace about 40 workers were trained"
    const isCount = tokens[i]!.pos === 'NUM' || (tokens[i]!.pos === 'ADV' && tokens[i + 1]?.pos === 'NUM');
    if (before.pos === 'NOUN' && isCount && i + 1 < end) return i;
    // "In the United Kingdom meals are …"
    if (before.pos === 'PROPN' && tokens[i]!.pos !== 'PROPN' && isPluralPhrase(tokens, i, end)) return i;
  }
  return start;
}

/** "Of the eleven bills three became law" says of which. */
function opensAdverbial(token: Token | undefined): boolean {
  return token !== undefined && token.lower !== 'of' && (token.pos === 'ADP' || token.lower === 'as');
}

/** True if [start, end) is a plural noun with nothing but adjectives before it. */
function isPluralPhrase(tokens: readonly Token[], start: number, end: number): boolean {
  const last = tokens[end - 1]!;
  if (last.pos !== 'NOUN' || last.lower === last.lemma || !last.lower.endsWith('s')) return false;
  return tokens.slice(start, end - 1).every(({ pos }) => pos === 'ADJ' || pos === 'NOUN');
}
