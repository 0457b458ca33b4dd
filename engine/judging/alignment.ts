/** Which terms of the evidence answer to each term of the claim, and by which inference. */
import { compareDates, type DateAgreement } from '#engine/language/dates.ts';
import { isKnownWord, wordRelation } from '#engine/language/lexicon.ts';
import { isDerivedForm, isNegatedForm } from '#engine/language/morphology.ts';
import { isAcronymOf } from '#engine/language/names.ts';
import { compareQuantities, type QuantityAgreement } from '#engine/language/quantities.ts';
import type { AnalysedText, Term } from './terms.ts';

/** The named inference by which an evidence term entails a claim term. */
export type Inference =
  | 'same'
  | 'derived'
  | 'synonym'
  | 'hyponym'
  | 'acronym'
  | 'short_name'
  | 'conversion'
  | 'rounding'
  | 'bound'
  | 'date_containment';

export interface Match {
  /** Index into the evidence's terms. */
  term: number;
  inference: Inference;
}

/** An evidence term that stands to the claim's term as an opposite, a different value or a different kind. */
export interface Opposite {
  term: number;
  kind: 'antonym' | 'number' | 'unit' | 'date' | 'sibling' | 'hypernym';
}

export interface Alignment {
  claim: AnalysedText;
  evidence: AnalysedText;
  /** Per claim term: the evidence terms that entail it, best first by place in the text. */
  matches: readonly (readonly Match[])[];
  opposites: readonly (readonly Opposite[])[];
}

/** Terms of the evidence by key, so that equal words are found without comparing all pairs. */
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

/** Nouns counted must be the same thing, or one a kind of the other, before their numbers can agree or clash. */
function countedAlike(claim: string | null, evidence: string | null): boolean {
  if (claim === null || evidence === null) return claim === evidence;
  const relation = wordRelation(claim, evidence);
  return relation !== null && relation !== 'antonym' && relation !== 'sibling' && relation !== 'hypernym';
}

function alignQuantity(term: Term, evidence: AnalysedText, matches: Match[], opposites: Opposite[]): void {
  const quantity = term.quantity!;
  evidence.terms.forEach((other, at) => {
    if (other.quantity === null) return;
    const agreement = compareQuantities(quantity, other.quantity);
    const isCount = quantity.dimension === 'count' || quantity.dimension === 'ordinal';
    const alike = !isCount || countedAlike(quantity.counted, other.quantity.counted);
    const inference = QUANTITY_INFERENCE[agreement];
    if (inference !== undefined && (alike || quantity.counted === null)) matches.push({ term: at, inference });
    else if (agreement === 'clash' && alike) opposites.push({ term: at, kind: 'number' });
    else if (agreement === 'incomparable' && sameFigure(quantity, other.quantity))
      opposites.push({ term: at, kind: 'unit' });
  });
}

/** "5 km" and "5 miles", "$5" and "€5": the figure is the same and the unit is another. */
function sameFigure(a: NonNullable<Term['quantity']>, b: NonNullable<Term['quantity']>): boolean {
  const isMeasure = (dimension: string) => dimension !== 'count' && dimension !== 'ordinal';
  const bothMoney = a.dimension.startsWith('currency:') && b.dimension.startsWith('currency:');
  return bothMoney && isMeasure(a.dimension) && isMeasure(b.dimension) && a.low / a.factor === b.low / b.factor;
}

function alignDate(term: Term, evidence: AnalysedText, matches: Match[], opposites: Opposite[]): void {
  evidence.terms.forEach((other, at) => {
    if (other.date === null) return;
    const agreement = compareDates(term.date!, other.date);
    const inference = DATE_INFERENCE[agreement];
    if (inference !== undefined) matches.push({ term: at, inference });
    else if (agreement === 'clash') opposites.push({ term: at, kind: 'date' });
  });
}

type WordClass = 'noun' | 'verb' | 'modifier' | 'other';

function wordClass(term: Term): WordClass {
  if (term.pos === 'NOUN' || term.pos === 'PROPN') return 'noun';
  if (term.pos === 'VERB' || term.pos === 'AUX') return 'verb';
  return term.pos === 'ADJ' || term.pos === 'ADV' ? 'modifier' : 'other';
}

/** A phrasal verb ("put out") is one word to the lexicon. */
function lexicalForms(term: Term, text: AnalysedText): string[] {
  if (term.pos !== 'VERB') return [term.key];
  const particle = text.tokens[term.end];
  const isParticle =
    particle !== undefined && /^(?:out|up|off|down|away|over|on|in|back|about|through)$/.test(particle.lower);
  if (!isParticle) return [term.key];
  const phrase = `${term.key}_${particle.lower}`;
  return isKnownWord(phrase) ? [phrase, term.key] : [term.key];
}

function relateWords(
  term: Term,
  other: Term,
  forms: readonly string[],
  evidence: AnalysedText,
): Match['inference'] | Opposite['kind'] | null {
  const a = wordClass(term);
  const b = wordClass(other);
  const isSameClass = a === b;
  let best: Opposite['kind'] | null = null;
  for (const form of forms) {
    for (const otherForm of lexicalForms(other, evidence)) {
      const relation = wordRelation(form, otherForm);
      if (relation === 'same') return form.includes('_') || forms.length === 1 ? 'same' : 'synonym';
      if (relation === 'derived') return 'derived';
      if (relation === 'antonym') return 'antonym';
      // Words of different classes share synsets by accident only ("set", "run").
      if (!isSameClass || relation === null) continue;
      if (relation === 'synonym') return 'synonym';
      if (relation === 'hyponym' && a !== 'modifier') return 'hyponym';
      if (relation === 'sibling' || relation === 'hypernym') best = relation;
    }
  }
  if (isNegatedForm(term.key, other.key)) return 'antonym';
  return isDerivedForm(term.key, other.key) ? 'derived' : best;
}

/** 0 plain, 1 comparative, 2 superlative; "largest" is more than "large". */
function degreeOf(term: Term, text: AnalysedText): number {
  if (wordClass(term) !== 'modifier') return 0;
  const before = text.tokens[term.start - 1]?.lower ?? '';
  const surface = term.surface.toLowerCase();
  if (surface.endsWith('est') && surface !== term.key) return 2;
  if (surface.endsWith('er') && surface !== term.key) return 1;
  if (before === 'most' || before === 'least') return 2;
  return before === 'more' || before === 'less' ? 1 : 0;
}

function isOpposite(kind: Inference | Opposite['kind']): kind is Opposite['kind'] {
  return kind === 'antonym' || kind === 'sibling' || kind === 'hypernym';
}

function alignWord(
  term: Term,
  claim: AnalysedText,
  evidence: AnalysedText,
  index: ReadonlyMap<string, readonly number[]>,
  matches: Match[],
  opposites: Opposite[],
): void {
  const forms = lexicalForms(term, claim);
  const equal =
    forms.length > 1 ? [] : [...(index.get(term.key) ?? []), ...(index.get(term.surface.toLowerCase()) ?? [])];
  const degree = degreeOf(term, claim);
  for (const at of new Set(equal)) {
    if (degreeOf(evidence.terms[at]!, evidence) >= degree) matches.push({ term: at, inference: 'same' });
  }
  if (term.light && matches.length > 0) return;
  evidence.terms.forEach((other, at) => {
    if (other.kind !== 'word' || other.light || matches.some((match) => match.term === at)) return;
    const relation = relateWords(term, other, forms, evidence);
    if (relation === null) return;
    if (isOpposite(relation)) opposites.push({ term: at, kind: relation });
    else if (degreeOf(other, evidence) >= degree) matches.push({ term: at, inference: relation });
  });
}

/** Aligns a name as a whole: "Drake Bell" is met by "Drake Bell", by "Bell", and by no other Bell. */
function alignName(
  group: readonly number[],
  claim: AnalysedText,
  evidence: AnalysedText,
  index: ReadonlyMap<string, readonly number[]>,
  matches: Match[][],
): void {
  const keys = group.map((at) => claim.terms[at]!.key);
  for (const other of evidence.names) {
    const otherKeys = other.map((at) => evidence.terms[at]!.key);
    if (keys.every((key) => otherKeys.includes(key))) {
      for (const at of group) {
        const found = other[otherKeys.indexOf(claim.terms[at]!.key)]!;
        matches[at]!.push({ term: found, inference: 'same' });
      }
    } else if (isShortForm(otherKeys, keys)) {
      for (const at of group) matches[at]!.push({ term: other.at(-1)!, inference: 'short_name' });
    } else if (isAcronymPair(group, claim, other, evidence)) {
      for (const at of group) matches[at]!.push({ term: other[0]!, inference: 'acronym' });
    }
  }
  if (matches[group[0]!]!.length === 0) alignNameWords(group, keys, claim, evidence, index, matches);
}

/** The evidence's shorter form is the end ("Bell") or the start ("Apple" for "Apple Inc") of the claim's name. */
function isShortForm(shorter: readonly string[], longer: readonly string[]): boolean {
  if (shorter.length === 0 || shorter.length >= longer.length) return false;
  const last = shorter.every((key, at) => longer[longer.length - shorter.length + at] === key);
  const first = shorter.every((key, at) => longer[at] === key);
  return (
    last ||
    (first && /^(?:inc|corp|corporation|company|co|ltd|llc|plc|group|jr|sr|ii|iii)$/.test(longer[shorter.length] ?? ''))
  );
}

function isAcronymPair(
  group: readonly number[],
  claim: AnalysedText,
  other: readonly number[],
  evidence: AnalysedText,
): boolean {
  const own = group.map((at) => claim.terms[at]!.surface);
  const theirs = other.map((at) => evidence.terms[at]!.surface);
  if (own.length === 1) return isAcronymOf(own[0]!, theirs);
  return theirs.length === 1 && isAcronymOf(theirs[0]!, own);
}

/** Names that the evidence writes in lower case or breaks differently: every word must be found in one sentence. */
function alignNameWords(
  group: readonly number[],
  keys: readonly string[],
  claim: AnalysedText,
  evidence: AnalysedText,
  index: ReadonlyMap<string, readonly number[]>,
  matches: Match[][],
): void {
  const found = keys.map((key, at) => {
    const lemma = claim.tokens[claim.terms[group[at]!]!.start]!.lemma.toLowerCase();
    return index.get(key) ?? index.get(lemma) ?? [];
  });
  if (found.some((places) => places.length === 0)) return;
  const sentence = evidence.terms[found[0]![0]!]!.sentence;
  const here = found.map((places) => places.find((at) => evidence.terms[at]!.sentence === sentence));
  if (here.some((at) => at === undefined)) return;
  group.forEach((at, i) => {
    matches[at]!.push({ term: here[i]!, inference: 'same' });
  });
}

/** Aligns every term of the claim with the evidence. At most (claim terms × evidence terms) word comparisons. */
export function align(claim: AnalysedText, evidence: AnalysedText): Alignment {
  const index = indexByKey(evidence.terms);
  const matches: Match[][] = claim.terms.map(() => []);
  const opposites: Opposite[][] = claim.terms.map(() => []);
  claim.terms.forEach((term, at) => {
    if (term.kind === 'quantity') alignQuantity(term, evidence, matches[at]!, opposites[at]!);
    else if (term.kind === 'date') alignDate(term, evidence, matches[at]!, opposites[at]!);
    else if (term.kind === 'word') alignWord(term, claim, evidence, index, matches[at]!, opposites[at]!);
  });
  for (const group of claim.names) alignName(group, claim, evidence, index, matches);
  return { claim, evidence, matches, opposites };
}
