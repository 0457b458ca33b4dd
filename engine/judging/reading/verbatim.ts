/** Finds a sentence of the passage that says the claim in its very words, clause by clause, in whatever order. */
import { hedgeIn } from '#engine/language/modality.ts';
import type { Word } from '#engine/language/nlp.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import { isSectionNumber } from '../text/section-number.ts';

/** Fewer words may mean anything. */
export const LEAST_WORDS = 5;

/** What else a sentence says may turn or limit what its other clauses say. */
const LIMITING =
  /^(?:if|unless|except|provided|only|but|or|nor|not|until|till|when|whenever|where|while|whereas|although|though|as|like|without|than|whether|never|no|before|after|since|once|supposing|assuming|even)$/;
const SPEAKING = new Set(['say', 'tell', 'write', 'claim', 'report', 'add', 'according', 'think', 'believe', 'argue']);

const OPENING = /^(?:if|once|when|unless|because|until|although|though|whereas)$/;
/** What joins two statements without a bearing on either. */
const JOINING = /^(?:and|but|although|though|while|whereas)$/;

/** A clause opens after a comma, and at "if" and the like inside the sentence. */
function segmentsOf(words: readonly Word[]): Word[][] {
  const segments: Word[][] = [[]];
  for (const [at, word] of words.entries()) {
    const opens = OPENING.test(word.lower) && !/^(?:a|an|per|every|each)$/.test(words[at + 1]?.lower ?? '');
    if (word.text === ',' || word.text === ';' || opens) segments.push([]);
    if (word.pos !== 'PUNCT' && word.text !== ';') segments.at(-1)!.push(word);
  }
  return segments.filter((segment) => segment.length > 0);
}

function textOf(segment: readonly Word[]): string {
  const words = JOINING.test(segment[0]!.lower) && segment.length > 1 ? segment.slice(1) : segment;
  return words.map(({ lower }) => lower).join(' ');
}

/** The passage's sentences as a reader counts them: a semicolon ends none. */
function fullSentences({ tokens, sentenceOf, sentences }: AnalysedText): { words: Word[]; first: number }[] {
  const found: { words: Word[]; first: number }[] = [];
  for (let sentence = 0; sentence < sentences; sentence++) {
    const words = withoutNumber(tokens.filter((_, at) => sentenceOf[at] === sentence));
    const last = found.at(-1);
    if (last?.words.at(-1)?.text === ';') last.words.push(...words);
    else found.push({ words, first: sentence });
  }
  return found;
}

/** True for "It was closed": whom the words mean stands elsewhere. */
export function pointsBack(words: readonly Word[]): boolean {
  const first = words.findIndex(({ pos }) => pos === 'NOUN' || pos === 'PROPN' || pos === 'VERB' || pos === 'AUX');
  return words
    .slice(0, first + 1)
    .some(({ pos, lower }) => pos === 'PRON' || /^(?:his|her|its|their|our|my|this|these|that|those)$/.test(lower));
}

/**
 * The first sentence that has every clause of the claim in the same words and nothing beside them that limits what they
 * say; null if there is none, or the claim does not say whom it means.
 */
export function verbatimSentence(claim: AnalysedText, evidence: AnalysedText): number | null {
  const own = segmentsOf(claim.tokens).map(textOf);
  const count = claim.tokens.filter(({ pos }) => pos !== 'PUNCT').length;
  if (count < LEAST_WORDS || claim.sentences > 1 || claim.frames.length === 0 || pointsBack(claim.tokens)) return null;
  for (const { words, first } of fullSentences(evidence)) {
    if (words.length < count || words.at(-1)!.text.startsWith('?')) continue;
    const segments = segmentsOf(words);
    const texts = segments.map(textOf);
    if (!own.every((text) => texts.some((other) => other === text || other.startsWith(`${text} and `)))) continue;
    const rest = segments.filter(
      (_, i) => !own.some((text) => texts[i] === text || texts[i]!.startsWith(`${text} and `)),
    );
    if (!rest.some(isLimiting)) return first;
  }
  return null;
}

/** "8.1 Claims must be submitted": the number of a section is no part of the sentence. */
function withoutNumber(words: Word[]): Word[] {
  return isSectionNumber(words[0]?.text ?? '') ? words.slice(1) : words;
}

export function isLimiting(segment: readonly Word[]): boolean {
  const [first] = segment;
  // "In winter, the museum is open on Sundays."
  if (LIMITING.test(first!.lower) || first!.pos === 'ADP' || hedgeIn(segment, 0, segment.length) > 0) return true;
  return segment.some(({ lemma, lower }) => SPEAKING.has(lemma) || SPEAKING.has(lower) || lower === 'that');
}
