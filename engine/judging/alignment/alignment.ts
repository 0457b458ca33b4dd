/** Aligns the claim's terms with the evidence's: matches, each with its inference, and opposites. */
import { canBePerson } from '#engine/language/class-nouns.ts';
import { compareDates, type DateAgreement } from '#engine/language/date-agreement.ts';
import type { DateSpan } from '#engine/language/dates.ts';
import { forgetAfterCall } from '#engine/language/kept.ts';
import { wordRelation } from '#engine/language/lexicon.ts';
import { isDerivedForm, isNegatedForm } from '#engine/language/morphology.ts';
import type { Quantity } from '#engine/language/quantities.ts';
import { compareQuantities, countsSameKind, type QuantityAgreement } from '#engine/language/quantity-agreement.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import { lexicalForms, type WordClass, wordClass } from '../text/lexical-forms.ts';
import { alignDescriptions } from './descriptions.ts';
import { alignImplied } from './implied-words.ts';
import type { Aligning, Inference, Match } from './match.ts';
import { alignName } from './name-alignment.ts';
import { alignPhrases } from './phrase-alignment.ts';
import { figuresForVerb, figuresInOtherWords, unitsInFigures } from './quantity-wording.ts';
import { changesBetweenFigures, lengthsOfPeriods } from './worked-out.ts';

/** An evidence term that is an antonym of the claim's term, a different value or a different kind of thing. */
export interface Opposite {
  term: number;
  /** `vaguer`: a less precise value that fits the claim's; if there is one, no other value counts as a clash. */
  kind: 'antonym' | 'number' | 'unit' | 'date' | 'sibling' | 'hypernym' | 'vaguer';
}

export interface Alignment {
  claim: AnalysedText;
  evidence: AnalysedText;
  /** Per claim term: the evidence terms that entail it; for words, equal keys come first. */
  matches: readonly (readonly Match[])[];
  opposites: readonly (readonly Opposite[])[];
  /** Evidence terms that match some claim term, so they can't clash with another one. */
  used: ReadonlySet<number>;
}

/** Indexes terms by key and lower-case surface, to find equal words without comparing all pairs. */
function indexByKey(terms: readonly Term[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  const add = (key: string, at: number) => {
    const list = index.get(key);
    if (list === undefined) index.set(key, [at]);
    else if (list.at(-1) !== at) list.push(at);
  };
  terms.forEach((term, at) => {
    add(term.key, at);
    if (term.kind === 'word' && term.surface.toLowerCase() !== term.key) add(term.surface.toLowerCase(), at);
  });
  return index;
}

const DATE_INFERENCE: Partial<Record<DateAgreement, Inference>> = { equal: 'same', contained: 'date_containment' };
const QUANTITY_INFERENCE: Partial<Record<QuantityAgreement, Inference>> = {
  equal: 'same',
  converted: 'conversion',
  rounded: 'rounding',
  within: 'bound',
};

/** True if both count the same kind, or neither says what it counts; otherwise the numbers neither agree nor clash. */
function isComparable(claim: Quantity, evidence: Quantity): boolean {
  if (claim.counted.length === 0 || evidence.counted.length === 0)
    return claim.counted.length === evidence.counted.length;
  return countsSameKind(claim, evidence);
}

function alignQuantity(term: Term, evidence: AnalysedText, matches: Match[], opposites: Opposite[]): void {
  const quantity = term.quantity!;
  evidence.terms.forEach((other, at) => {
    if (other.quantity === null) return;
    const agreement = compareQuantities(quantity, other.quantity);
    const isCount = quantity.dimension === 'count' || quantity.dimension === 'ordinal';
    const alike = !isCount || isComparable(quantity, other.quantity);
    const inference = QUANTITY_INFERENCE[agreement];
    if (inference !== undefined && (alike || quantity.counted.length === 0)) matches.push({ term: at, inference });
    else if (agreement === 'clash' && alike && (!isCount || quantity.counted.length > 0))
      opposites.push({ term: at, kind: 'number' });
    else if (agreement === 'vaguer' && alike) opposites.push({ term: at, kind: 'vaguer' });
    else if (agreement === 'incomparable' && sameFigure(quantity, other.quantity))
      opposites.push({ term: at, kind: 'unit' });
  });
}

/** True for the same figure in two currencies: "$5" and "€5". */
function sameFigure(a: Quantity, b: Quantity): boolean {
  const isMeasure = (dimension: string) => dimension !== 'count' && dimension !== 'ordinal';
  const bothMoney = a.dimension.startsWith('currency:') && b.dimension.startsWith('currency:');
  return bothMoney && isMeasure(a.dimension) && isMeasure(b.dimension) && a.low / a.factor === b.low / b.factor;
}

/** "Had been chief engineer since 2017" fits somebody who was it from 2017 to 2022: the past perfect looks back. */
function isSinceThen(term: Term, claim: AnalysedText, other: DateSpan): boolean {
  if (term.date!.relation !== 'since' || !other.isPeriod) return false;
  const frame = claim.frames[term.frame];
  const isPastPerfect = frame !== undefined && claim.tokens[frame.verbStart]!.lower === 'had';
  return isPastPerfect && other.first >= term.date!.first && other.first <= term.date!.last;
}

function alignDate(
  term: Term,
  claim: AnalysedText,
  evidence: AnalysedText,
  matches: Match[],
  opposites: Opposite[],
): void {
  evidence.terms.forEach((other, at) => {
    if (other.date === null) return;
    const agreement = compareDates(term.date!, other.date);
    const inference = DATE_INFERENCE[agreement];
    if (inference !== undefined) matches.push({ term: at, inference });
    else if (isSinceThen(term, claim, other.date)) matches.push({ term: at, inference: 'date_containment' });
    else if (agreement === 'clash') opposites.push({ term: at, kind: 'date' });
    else if (agreement === 'vaguer') opposites.push({ term: at, kind: 'vaguer' });
  });
}

/** A word as it is compared with others. */
interface WordForms {
  key: string;
  /** In the lexicon. */
  forms: readonly string[];
  class: WordClass;
}

function formsOf(term: Term): WordForms {
  return { key: term.key, forms: lexicalForms(term), class: wordClass(term) };
}

/** The words of the evidence that may say what a word of the claim says. */
function comparableWords({ terms }: AnalysedText): (WordForms & { term: number })[] {
  return terms.flatMap((term, at) => (term.kind === 'word' && !term.light ? [{ ...formsOf(term), term: at }] : []));
}

interface EvidenceWords {
  index: ReadonlyMap<string, readonly number[]>;
  words: ReturnType<typeof comparableWords>;
}

/** A claim is compared with a few passages, and its negation and its correction with the same ones. */
const MOST_RECENT = 8;
const recent = new Map<AnalysedText, EvidenceWords>();
forgetAfterCall(() => recent.clear());

/** What of the evidence is the same for every claim. */
function wordsOf(evidence: AnalysedText): EvidenceWords {
  let found = recent.get(evidence);
  if (found === undefined) {
    found = { index: indexByKey(evidence.terms), words: comparableWords(evidence) };
    if (recent.size === MOST_RECENT) recent.delete(recent.keys().next().value!);
    recent.set(evidence, found);
  }
  return found;
}

function relateWords(own: WordForms, other: WordForms): Match['inference'] | Opposite['kind'] | null {
  const isSameClass = own.class === other.class;
  let best: Opposite['kind'] | null = null;
  for (const form of own.forms) {
    for (const otherForm of other.forms) {
      const relation = wordRelation(form, otherForm);
      if (relation === 'same') return form.includes('_') || own.forms.length === 1 ? 'same' : 'synonym';
      if (relation === 'derived') return 'derived';
      if (relation === 'antonym') return 'antonym';
      // Words of different classes share synsets only by accident ("set", "run").
      if (!isSameClass || relation === null) continue;
      if (relation === 'synonym') return 'synonym';
      if (relation === 'hyponym' && own.class !== 'modifier') return 'hyponym';
      if (relation === 'sibling' || relation === 'hypernym') best = relation;
    }
  }
  if (isNegatedForm(own.key, other.key)) return 'antonym';
  return isDerivedForm(own.key, other.key) ? 'derived' : best;
}

/** False for words that only the tagger's lemma makes equal: "a bear" and "born". */
function isSameWord(term: Term, other: Term): boolean {
  if (wordClass(term) === wordClass(other) || term.surface.toLowerCase() === other.surface.toLowerCase()) return true;
  return term.surface.slice(0, 3).toLowerCase() === other.surface.slice(0, 3).toLowerCase();
}

interface Degree {
  /** 0 positive, 1 comparative, 2 superlative; "largest" entails "large". */
  level: number;
  /** -1 for "less" and "least". */
  sign: 1 | -1;
}

const PLAIN: Degree = { level: 0, sign: 1 };

function degreeOf(term: Term, text: AnalysedText): Degree {
  if (wordClass(term) !== 'modifier') return PLAIN;
  const before = text.tokens[term.start - 1]?.lower ?? '';
  const surface = term.surface.toLowerCase();
  if (surface !== term.key && surface.endsWith('est')) return { level: 2, sign: 1 };
  if (surface !== term.key && surface.endsWith('er')) return { level: 1, sign: 1 };
  if (before === 'most' || before === 'least') return { level: 2, sign: before === 'most' ? 1 : -1 };
  if (before === 'more' || before === 'less') return { level: 1, sign: before === 'more' ? 1 : -1 };
  return PLAIN;
}

/** Adds a match unless the degrees conflict: "less sensitive" is the opposite of "more sensitive". */
function addByDegree(degree: Degree, found: Degree, match: Match, matches: Match[], opposites: Opposite[]): void {
  if (degree.level > 0 && found.level > 0 && degree.sign !== found.sign) {
    opposites.push({ term: match.term, kind: 'antonym' });
  } else if (found.level >= degree.level) {
    matches.push(match);
  }
}

function isOpposite(kind: Inference | Opposite['kind']): kind is Opposite['kind'] {
  return kind === 'antonym' || kind === 'sibling' || kind === 'hypernym';
}

function alignWord(
  term: Term,
  claim: AnalysedText,
  evidence: AnalysedText,
  index: ReadonlyMap<string, readonly number[]>,
  words: ReturnType<typeof comparableWords>,
  matches: Match[],
  opposites: Opposite[],
): void {
  const own = formsOf(term);
  const equal =
    own.forms.length > 1 ? [] : [...(index.get(term.key) ?? []), ...(index.get(term.surface.toLowerCase()) ?? [])];
  const degree = degreeOf(term, claim);
  for (const at of new Set(equal)) {
    const other = evidence.terms[at]!;
    if (!isSameWord(term, other)) continue;
    // The name "Yavapai County" doesn't match the common noun "county".
    // "Mayor Noll" is a mayor.
    const name = other.kind === 'name' ? evidence.names[other.name]! : [];
    const isTitle = name[0] === at && canBePerson(other.key);
    if (name.length > 1 && /^\p{Ll}/u.test(term.surface) && !isTitle) continue;
    addByDegree(degree, degreeOf(other, evidence), { term: at, inference: 'same' }, matches, opposites);
  }
  if (term.light && matches.length > 0) return;
  const known = matches.map((match) => match.term);
  for (const word of words) {
    if (known.includes(word.term)) continue;
    const relation = relateWords(own, word);
    if (relation === null) continue;
    if (isOpposite(relation)) opposites.push({ term: word.term, kind: relation });
    else {
      const found = degreeOf(evidence.terms[word.term]!, evidence);
      addByDegree(degree, found, { term: word.term, inference: relation }, matches, opposites);
    }
  }
}

/** What is a figure on one side only, and figures that count the same in other words. */
function alignFigures({ claim, evidence, matches }: Aligning, opposites: Opposite[][]): void {
  claim.terms.forEach((term, at) => {
    if (matches[at]!.length > 0 || term.light) return;
    if (term.quantity !== null) {
      matches[at]!.push(...figuresInOtherWords(term, claim, evidence, matches));
      if (matches[at]!.length > 0) return;
      matches[at]!.push(...changesBetweenFigures(term, claim, evidence), ...lengthsOfPeriods(term, claim, evidence));
      // The figures that it was worked out from are no rivals of it.
      if (matches[at]!.length > 0) opposites[at] = [];
    }
    if (term.kind === 'word')
      matches[at]!.push(...unitsInFigures(term, claim, evidence), ...figuresForVerb(at, claim, evidence, matches));
  });
}

/**
 * Aligns every term of the claim with the evidence, in at most (claim terms × evidence terms) word comparisons. `title`
 * is that of the evidence's document.
 */
export function align(claim: AnalysedText, evidence: AnalysedText, title: AnalysedText | null): Alignment {
  const { index, words } = wordsOf(evidence);
  const matches: Match[][] = claim.terms.map(() => []);
  const opposites: Opposite[][] = claim.terms.map(() => []);
  claim.terms.forEach((term, at) => {
    if (term.kind === 'quantity') alignQuantity(term, evidence, matches[at]!, opposites[at]!);
    else if (term.kind === 'date') alignDate(term, claim, evidence, matches[at]!, opposites[at]!);
    else if (term.kind === 'word') alignWord(term, claim, evidence, index, words, matches[at]!, opposites[at]!);
  });
  const aligning = { claim, evidence, title, index, matches };
  for (const group of claim.names) alignName(group, aligning);
  alignDescriptions(aligning);
  alignFigures(aligning, opposites);
  alignPhrases(aligning);
  alignImplied(aligning);
  const used = new Set<number>();
  for (const ofTerm of matches) for (const { term } of ofTerm) used.add(term);
  return { claim, evidence, matches, opposites, used };
}
