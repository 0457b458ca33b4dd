/** Which column of a table "heavier", "the cheapest" or "costs more" speaks of, and which way it compares. */
import type { Word } from '#engine/language/nlp.ts';

/** Heads and units of what an adjective or a verb measures. */
export interface Measure {
  /** Null where any head will do. */
  heads: RegExp | null;
  /** Dimensions of quantities. */
  dimensions: Pick<RegExp, 'test'>;
}

const WEIGHT: Measure = { heads: /\b(?:weight|mass)\b/iu, dimensions: /^mass$/u };
const PRICE: Measure = { heads: /\b(?:price|cost|fee|fare|charge|rent|premium)s?\b/iu, dimensions: /^currency:/u };
const LENGTH: Measure = { heads: /\b(?:length|duration|time|period|span|term)\b/iu, dimensions: /^(?:length|time)$/u };
const HEIGHT: Measure = { heads: /\b(?:height|altitude|elevation)\b/iu, dimensions: /^length$/u };
const DEPTH: Measure = { heads: /\bdepth\b/iu, dimensions: /^length$/u };
const WIDTH: Measure = { heads: /\b(?:width|breadth)\b/iu, dimensions: /^length$/u };
const NOISE: Measure = { heads: /\b(?:noise|sound|loudness)\b/iu, dimensions: /^sound$/u };
const SPEED: Measure = { heads: /\bspeed\b/iu, dimensions: /^speed$/u };
const AGE: Measure = { heads: /\bage\b/iu, dimensions: /^time$/u };
const WARMTH: Measure = { heads: /\btemp(?:erature)?s?\b/iu, dimensions: /^temperature$/u };
const SIZE: Measure = { heads: /\b(?:area|size|capacity|volume)\b/iu, dimensions: /^(?:area|volume|data)$/u };
const RAIN: Measure = { heads: /\b(?:rain|rainfall|precipitation)\b/iu, dimensions: /^length$/u };

/** Adjectives by their lemma: what they measure and whether more of it is meant. */
const ADJECTIVES = new Map<string, readonly [Measure, 1 | -1]>([
  ['heavy', [WEIGHT, 1]],
  ['light', [WEIGHT, -1]],
  ['expensive', [PRICE, 1]],
  ['dear', [PRICE, 1]],
  ['costly', [PRICE, 1]],
  ['cheap', [PRICE, -1]],
  ['long', [LENGTH, 1]],
  ['short', [LENGTH, -1]],
  ['tall', [HEIGHT, 1]],
  ['deep', [DEPTH, 1]],
  ['shallow', [DEPTH, -1]],
  ['wide', [WIDTH, 1]],
  ['broad', [WIDTH, 1]],
  ['narrow', [WIDTH, -1]],
  ['loud', [NOISE, 1]],
  ['noisy', [NOISE, 1]],
  ['quiet', [NOISE, -1]],
  ['fast', [SPEED, 1]],
  ['slow', [SPEED, -1]],
  ['old', [AGE, 1]],
  ['young', [AGE, -1]],
  ['hot', [WARMTH, 1]],
  ['warm', [WARMTH, 1]],
  ['cold', [WARMTH, -1]],
  ['cool', [WARMTH, -1]],
  ['large', [SIZE, 1]],
  ['big', [SIZE, 1]],
  ['small', [SIZE, -1]],
  ['wet', [RAIN, 1]],
  ['dry', [RAIN, -1]],
]);
/** Adjectives and adverbs that compare whatever the claim names beside them. */
const BARE = new Map<string, 1 | -1>([
  ['high', 1],
  ['great', 1],
  ['large', 1],
  ['big', 1],
  ['much', 1],
  ['many', 1],
  ['long', 1],
  ['late', 1],
  ['low', -1],
  ['small', -1],
  ['little', -1],
  ['few', -1],
  ['short', -1],
  ['early', -1],
]);
/** What verbs measure. */
const VERBS = new Map<string, Measure>([
  ['cost', PRICE],
  ['sell', PRICE],
  ['weigh', WEIGHT],
  ['last', LENGTH],
  ['take', LENGTH],
]);
/** Words that compare by themselves, or an adjective after them. */
const DEGREES = new Map<string, 1 | -1>([
  ['more', 1],
  ['most', 1],
  ['less', -1],
  ['fewer', -1],
  ['least', -1],
  ['fewest', -1],
]);

/** A word of the claim that compares: "heavier", "more expensive", "the fewest". */
export interface Comparator {
  /** Its tokens, end exclusive. */
  start: number;
  end: number;
  /** -1 if it means less of the measure. */
  sign: 1 | -1;
  /** Null where the claim must name what is compared. */
  measure: Measure | null;
  /** True if it may compare what the claim names beside it: "a longer loan period". */
  isBare: boolean;
}

/** "heavy" of "heavier" and "heaviest", "big" of "biggest"; null if the word has no such ending. */
function positive({ lower, lemma }: Word, ending: 'er' | 'est'): string | null {
  if (!lower.endsWith(ending)) return null;
  const stem = lower.slice(0, -ending.length);
  const known = (word: string) => ADJECTIVES.has(word) || BARE.has(word);
  const forms = [lemma.toLowerCase(), stem, `${stem}e`, stem.slice(0, -1), `${stem.slice(0, -1)}y`];
  return forms.find(known) ?? null;
}

/** The comparative (`er`) or superlative (`est`) at a token; null if there is none whose measure is known. */
export function comparatorAt(tokens: readonly Word[], at: number, ending: 'er' | 'est'): Comparator | null {
  const { lower } = tokens[at]!;
  const degree = (ending === 'er' ? /^(?:more|less|fewer)$/u : /^(?:most|least|fewest)$/u).test(lower)
    ? DEGREES.get(lower)!
    : null;
  if (degree !== null) {
    const adjective = ADJECTIVES.get(tokens[at + 1]?.lower ?? '');
    if (adjective === undefined) return { start: at, end: at + 1, sign: degree, measure: null, isBare: true };
    const sign = adjective[1] === degree ? 1 : -1;
    return { start: at, end: at + 2, sign, measure: adjective[0], isBare: false };
  }
  const word = positive(tokens[at]!, ending);
  if (word === null) return null;
  const adjective = ADJECTIVES.get(word);
  const sign = adjective?.[1] ?? BARE.get(word)!;
  return { start: at, end: at + 1, sign, measure: adjective?.[0] ?? null, isBare: BARE.has(word) };
}

/** What a verb measures: "costs", "weighs"; null for other verbs. */
export function measuredBy(tokens: readonly Word[]): Measure | null {
  const verb = tokens.find(({ lemma, lower }) => VERBS.has(lemma.toLowerCase()) || VERBS.has(lower.replace(/s$/u, '')));
  return verb === undefined ? null : (VERBS.get(verb.lemma.toLowerCase()) ?? VERBS.get(verb.lower.replace(/s$/u, ''))!);
}

/** True if the head of a column is of this measure, and the dimension of its cells too, if they have one. */
export function isOfMeasure({ heads, dimensions }: Measure, head: string, dimension: string | null): boolean {
  if (heads === null) return dimension === null || dimensions.test(dimension);
  return heads.test(head) && (dimension === null || dimension === 'count' || dimensions.test(dimension));
}

/** What a difference in this unit is one of: "€150 more" of whatever holds euros; null for bare numbers. */
export function measureOf(dimension: string | null): Measure | null {
  if (dimension === null || !/^(?:currency:|mass$|area$|volume$|data$|energy$|power$|speed$)/u.test(dimension))
    return null;
  return { heads: null, dimensions: { test: (other) => other === dimension } };
}
