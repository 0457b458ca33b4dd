/** Finds explicit clashes between a claim and evidence about the same subject and predicate. */
import { compareQuantifiers, type QuantifierUse } from '#engine/language/modality.ts';
import type { Alignment, Opposite } from '../alignment/alignment.ts';
import type { Reading } from '../reading/reading.ts';
import { type AnalysedText, type Term, textBetween } from '../text/analysed-text.ts';
import { wordClass } from '../text/lexical-forms.ts';
import { type Clash, type ClashKind, sharesClause, textOf } from './clash.ts';
import { entityClash } from './entity-clashes.ts';
import { negationClash } from './polarity.ts';
import { slotClashes } from './slot-clashes.ts';
import { uniquenessClash } from './uniqueness-clash.ts';

function valueClashes(alignment: Alignment, reading: Reading): Clash[] {
  const { claim, evidence } = alignment;
  const used = alignment.used;
  const clashes: Clash[] = [];
  claim.terms.forEach((term, at) => {
    if ((term.kind !== 'quantity' && term.kind !== 'date') || alignment.matches[at]!.length > 0) return;
    if (alignment.opposites[at]!.some((opposite) => opposite.kind === 'vaguer')) return;
    const free = alignment.opposites[at]!.filter((opposite) => !used.has(opposite.term));
    const opposite = nearestInReading(free, alignment, reading, term);
    if (opposite === null) return;
    const other = evidence.terms[opposite.term]!;
    clashes.push({
      kind: opposite.kind as ClashKind,
      claimText: textOf(claim, term),
      evidenceText: textOf(evidence, other),
      claimTerm: at,
      evidenceTerm: opposite.term,
    });
  });
  return clashes;
}

/** The opposite nearest to the evidence's predicate, in the reading's sentence. */
function nearestInReading(
  opposites: readonly Opposite[],
  alignment: Alignment,
  reading: Reading,
  claimTerm: Term,
): Opposite | null {
  const { evidence } = alignment;
  const anchor = reading.evidenceAnchor < 0 ? null : evidence.terms[reading.evidenceAnchor]!;
  let best: Opposite | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const opposite of opposites) {
    const term = evidence.terms[opposite.term]!;
    if (term.sentence !== reading.sentence) continue;
    // A date that belongs to another verb of the sentence says nothing about this one.
    const elsewhere = term.kind === 'date' && anchor !== null && !sharesClause(alignment, reading, term, claimTerm);
    if (elsewhere) continue;
    const distance = anchor === null ? 0 : Math.abs(term.start - anchor.start);
    if (distance < bestDistance) {
      best = opposite;
      bestDistance = distance;
    }
  }
  return best;
}

function antonymClashes(alignment: Alignment, reading: Reading): Clash[] {
  const { claim, evidence } = alignment;
  const used = alignment.used;
  const clashes: Clash[] = [];
  claim.terms.forEach((term, at) => {
    if (term.kind !== 'word' || alignment.matches[at]!.length > 0) return;
    for (const opposite of alignment.opposites[at]!) {
      const other = evidence.terms[opposite.term]!;
      if (opposite.kind !== 'antonym' || other.sentence !== reading.sentence || used.has(opposite.term)) continue;
      if (
        // The tagger confuses verbs and nouns ("increases"), but not modifiers: "goods" and "bad" are not opposites.
        (wordClass(other) === 'modifier') !== (wordClass(term) === 'modifier') ||
        other.negated !== term.negated ||
        !sharesClause(alignment, reading, other)
      )
        continue;
      clashes.push({
        kind: 'antonym',
        claimText: textOf(claim, term),
        evidenceText: textOf(evidence, other),
        claimTerm: at,
        evidenceTerm: opposite.term,
      });
      break;
    }
  });
  return clashes;
}

/** The first quantifier in the token range [from, to), null if there is none. */
function firstQuantifier(text: AnalysedText, from: number, to: number): QuantifierUse | null {
  return text.quantifiers.find((use) => use.at >= from && use.at < to) ?? null;
}

function quantifierClash(alignment: Alignment, reading: Reading): Clash | null {
  const { claim, evidence } = alignment;
  const frame = reading.frame;
  const other = reading.evidenceFrame;
  if (frame === null || other === null) return null;
  const own = firstQuantifier(claim, frame.subjectStart, frame.subjectEnd);
  const theirs = firstQuantifier(evidence, other.subjectStart, other.subjectEnd);
  if (own === null || theirs === null || compareQuantifiers(own.kind, theirs.kind) !== 'clash') return null;
  // "No" is judged as negation.
  if (own.kind === 'none' || theirs.kind === 'none') return null;
  return { kind: 'quantifier', claimText: own.text, evidenceText: theirs.text, claimTerm: -1, evidenceTerm: -1 };
}

/** Verbs that hold in one direction only: who was taught by A did not teach A, while A and B may praise each other. */
const ONE_WAY_VERBS = new Set([
  ...['absorb', 'acquire', 'adopt', 'appoint', 'arrest', 'bear', 'beat', 'build', 'buy', 'cause', 'compose', 'conquer'],
  ...['contain', 'create', 'defeat', 'design', 'develop', 'direct', 'discover', 'eat', 'educate', 'elect', 'employ'],
  ...['establish', 'follow', 'found', 'hire', 'inherit', 'invade', 'invent', 'kill', 'lead', 'manufacture', 'murder'],
  ...['oust', 'outlive', 'own', 'paint', 'portray', 'precede', 'produce', 'publish', 'purchase', 'raise', 'replace'],
  ...['rescue', 'rule', 'sell', 'shoot', 'succeed', 'supersede', 'surround', 'survive', 'swallow', 'teach', 'train'],
  ...['write'],
]);

function roleClash(alignment: Alignment, reading: Reading): Clash | null {
  if (reading.subject !== 'swapped' || reading.evidenceFrame === null) return null;
  if (!ONE_WAY_VERBS.has(alignment.claim.terms[reading.anchor]?.key ?? '')) return null;
  const { claim, evidence } = alignment;
  const frame = reading.evidenceFrame;
  const text = textBetween(evidence, frame.subjectStart, frame.end);
  return {
    kind: 'role',
    claimText: reading.subjectTerms.map((at) => textOf(claim, claim.terms[at]!)).join(' '),
    evidenceText: text,
    claimTerm: reading.subjectTerms[0] ?? -1,
    evidenceTerm: reading.evidenceAnchor,
  };
}

/** "A before B" against "A after B" or "B before A". */
function orderClash(alignment: Alignment, reading: Reading): Clash | null {
  const { claim, evidence } = alignment;
  const own = orderWord(claim, 0);
  const theirs = orderWord(evidence, reading.sentence);
  if (own === null || theirs === null) return null;
  const side = (term: Term, at: number) => (term.start < at ? -1 : 1);
  let same = 0;
  let crossed = 0;
  claim.terms.forEach((term, at) => {
    if (term.light) return;
    for (const match of alignment.matches[at]!) {
      const other = evidence.terms[match.term]!;
      if (other.sentence !== reading.sentence) continue;
      if (side(term, own.at) === side(other, theirs.at)) same++;
      else crossed++;
      break;
    }
  });
  const isCrossed = crossed > same;
  if (Math.min(same, crossed) > 0 || same + crossed < 3 || (own.word === theirs.word) !== isCrossed) return null;
  return { kind: 'order', claimText: own.word, evidenceText: theirs.word, claimTerm: -1, evidenceTerm: -1 };
}

function orderWord(text: AnalysedText, sentence: number): { word: string; at: number } | null {
  for (let i = 1; i < text.tokens.length; i++) {
    const word = text.tokens[i]!.lower;
    if ((word === 'before' || word === 'after') && text.sentenceOf[i] === sentence) return { word, at: i };
  }
  return null;
}

/** True if a match of the claim's modifier stands before the same word as in the claim. */
function modifiesSame({ claim, evidence, matches }: Alignment, at: number, sentence: number): boolean {
  const next = at + 1;
  if (claim.terms[at]!.pos !== 'ADJ' || claim.terms[next]?.start !== claim.terms[at]!.end) return false;
  return matches[at]!.some(({ term }) => {
    const found = evidence.terms[term]!;
    return (
      found.sentence === sentence && matches[next]!.some((match) => evidence.terms[match.term]!.start === found.end)
    );
  });
}

/** True if an antonym of a claim word stands nearer to the evidence's predicate than any match of the word. */
export function oppositeIsNearer(alignment: Alignment, reading: Reading): boolean {
  const { claim, evidence } = alignment;
  if (reading.evidenceAnchor < 0) return false;
  const anchor = evidence.terms[reading.evidenceAnchor]!.start;
  const used = alignment.used;
  const distance = (term: number) => {
    const { start, sentence } = evidence.terms[term]!;
    return sentence === reading.sentence ? Math.abs(start - anchor) : Number.POSITIVE_INFINITY;
  };
  return claim.terms.some((term, at) => {
    if (term.light || term.kind !== 'word' || alignment.matches[at]!.length === 0) return false;
    // "A new bridge, built beside the old one, opened": the new one is the bridge of the claim.
    if (modifiesSame(alignment, at, reading.sentence)) return false;
    const nearest = Math.min(...alignment.matches[at]!.map((match) => distance(match.term)));
    // "Imports and exports": an antonym that the claim has as well doesn't count.
    return alignment.opposites[at]!.some(
      ({ term: other, kind }) => kind === 'antonym' && !used.has(other) && distance(other) < nearest,
    );
  });
}

/** All clashes of the reading, those that are easiest to explain first. */
export function findClashes(alignment: Alignment, reading: Reading): Clash[] {
  const bySlot = slotClashes(alignment, reading);
  const isSlot = ({ claimTerm }: Clash) => bySlot.some((clash) => clash.claimTerm === claimTerm);
  const clashes = [...bySlot, ...valueClashes(alignment, reading).filter((clash) => !isSlot(clash))];
  const singles = [
    roleClash(alignment, reading),
    negationClash(alignment, reading),
    quantifierClash(alignment, reading),
    orderClash(alignment, reading),
    entityClash(alignment, reading) ?? uniquenessClash(alignment, reading),
  ];
  clashes.push(...antonymClashes(alignment, reading));
  for (const clash of singles) if (clash !== null) clashes.push(clash);
  return clashes;
}
