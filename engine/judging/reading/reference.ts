/** Resolves a passage's pronouns and definite descriptions ("It", "the station"). */
import { isKnownWord, wordRelation } from '#engine/language/lexicon.ts';
import type { Alignment } from '../alignment/alignment.ts';
import { shareIn, shareOfHeads, within } from '../alignment/share.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import type { Frame } from '../text/frames.ts';
import { type Above, isHeadedBy, isNamedAbove, isTitledAs, kindsAbove } from './document.ts';

const PRONOUNS = /^(?:it|he|she|they|this|that|these|those|who|which|i|we)$/;
const POSSESSIVES = /^(?:his|her|its|their)$/;

/** Nouns that can refer back to a name by its kind alone: "the film". */
export const KIND_NOUNS: ReadonlySet<string> = new Set([
  ...['film', 'movie', 'song', 'single', 'album', 'book', 'novel', 'series', 'show', 'band', 'group', 'duo', 'game'],
  ...['company', 'firm', 'corporation', 'business', 'organization', 'organisation', 'agency', 'institution', 'club'],
  ...['team', 'school', 'university', 'city', 'town', 'village', 'country', 'state', 'region', 'island', 'river'],
  ...['actor', 'actress', 'singer', 'author', 'writer', 'director', 'player', 'musician', 'rapper', 'artist', 'site'],
  ...['building', 'ship', 'drug', 'language', 'species', 'disease', 'newspaper', 'magazine', 'website', 'franchise'],
]);

const HALF = 0.5;

/**
 * True if the title has most of the subject's words side by side, or the document's first statement is about it: they often
 * name what the pronouns refer to.
 */
function namesSubject(alignment: Alignment, subject: readonly number[], above: Above): boolean {
  const { title } = above;
  const own = subject.map((at) => alignment.claim.terms[at]!.key);
  if (isNamedAbove(own, { ...above, title: null, heading: null }) || isHeadedBy(own, above)) return true;
  if (title === null) return false;
  const keys = title.terms.filter((term) => !term.light).map((term) => term.key);
  // "Noll" names Ada Noll; "The Bridge" may be any.
  const isSurname = keys.length === 1 && keys[0] === own.at(-1) && !isKnownWord(keys[0]!);
  if (isSurname && subject.every((at) => alignment.claim.terms[at]!.kind === 'name')) return true;
  const places = subject.map((at) => keys.indexOf(alignment.claim.terms[at]!.key)).filter((place) => place >= 0);
  // "The Orr Museum in Hartwell" does not name the Hartwell Museum.
  const isInOrder = places.every((place, i) => i === 0 || (place > places[i - 1]! && place - places[i - 1]! <= 2));
  return places.length / subject.length > HALF && isInOrder;
}

/** True if the passage has at least half of the subject's terms, or the title has most of them. */
export function isNamedElsewhere(subject: readonly number[], alignment: Alignment, above: Above): boolean {
  if (subject.length === 0) return false;
  return shareIn(subject, alignment, () => true) >= HALF || namesSubject(alignment, subject, above);
}

/** The claim's subject as a possible referent, with what stands above the evidence in its document. */
export interface Referent {
  alignment: Alignment;
  /** Claim terms of the subject. */
  subject: readonly number[];
  above: Above;
}

type BackReference = 'pronoun' | 'description' | 'possessor' | null;

/** End of the phrase at `start` before an apposition or aside: "Her father" in "Her father, Richard Noll, …". */
function phraseEnd(tokens: AnalysedText['tokens'], start: number, end: number): number {
  const comma = tokens.findIndex(({ text }, at) => at > start && at < end && text === ',');
  return comma < 0 ? end : comma;
}

/** How the evidence phrase [start, end) refers back to something named before; null if it doesn't. */
function backReference(referent: Referent, start: number, last: number, sentence: number): BackReference {
  const { alignment, subject } = referent;
  const { tokens } = alignment.evidence;
  if (start >= last) return 'pronoun';
  const end = phraseEnd(tokens, start, last);
  const nouns: number[] = [];
  let isPronoun = false;
  let isPossessive = false;
  let isDefinite = false;
  let isDistinguished = false;
  for (let i = start; i < end; i++) {
    const { lower, pos, lemma } = tokens[i]!;
    if (pos === 'PROPN') return null;
    if (PRONOUNS.test(lower)) isPronoun = true;
    if (POSSESSIVES.test(lower)) isPossessive = true;
    if (lower === 'the' || lower === 'this') isDefinite = true;
    if (pos === 'NOUN') nouns.push(i);
    // "The naval museum" is one of several museums, unless the subject itself has that adjective.
    if (pos === 'ADJ' && !subject.some((at) => alignment.claim.terms[at]!.key === lemma)) isDistinguished = true;
  }
  if (isPossessive && nouns.length > 0) return 'possessor';
  if (isPronoun && nouns.length === 0) return 'pronoun';
  if (!(isDefinite || isPronoun) || nouns.length !== 1 || isDistinguished) return null;
  const { lemma, lower } = tokens[nouns[0]!]!;
  // "The Granby Baths" are "the baths".
  const isOwnWord = subject.some((at) => alignment.claim.terms[at]!.key === lower);
  return isOwnWord || isKindOfSubject(referent, lemma, sentence) ? 'description' : null;
}

const WORKS = /^(?:film|movie|song|single|album|book|novel|series|show|game)$/;

/** True for "the film" where the title or the first statement calls the subject a novel: "Ash (novel)". */
function isAnotherWork(noun: string, keys: readonly string[], above: Above): boolean {
  const titled = (above.title?.terms ?? []).map(({ key }) => key).filter((key) => isTitledAs(key, keys, above));
  const works = [...kindsAbove(keys, above), ...titled].filter((kind) => WORKS.test(kind));
  return works.length > 0 && !works.some((kind) => kind === noun || wordRelation(noun, kind) !== null);
}

/** True if "the station" may mean the claim's subject: it has that word, is said to be one, or the noun is generic. */
function isKindOfSubject({ alignment, subject, above }: Referent, noun: string, sentence: number): boolean {
  const { claim, evidence } = alignment;
  const keys = subject.map((at) => claim.terms[at]!.key);
  if (keys.includes(noun)) return true;
  if (KIND_NOUNS.has(noun) && !(WORKS.test(noun) && isAnotherWork(noun, keys, above))) return true;
  const relation = wordRelation(noun, keys.at(-1) ?? '');
  if (relation === 'synonym' || relation === 'hyponym' || kindsAbove(keys, above).includes(noun)) return true;
  if (isTitledAs(noun, keys, above)) return true;
  return evidence.frames.some(
    (frame) =>
      frame.copula &&
      frame.sentence < sentence &&
      evidence.terms.some(
        (term) => term.key === noun && term.sentence === frame.sentence && within(term, frame.verbEnd, frame.end),
      ),
  );
}

/** "Its construction cost …" gives the cost of the thing itself. */
const PROCESS_NOUNS = /^(?:construction|building|erection)$/;

/** True if the evidence's subject has every noun of the claim's but the possessor: "its roof", "the station's roof". */
function hasPossessedNouns({ alignment, subject }: Referent, evidence: Frame, frame: Frame | null): boolean {
  const { claim, evidence: text } = alignment;
  const here = (term: Term) =>
    term.sentence === evidence.sentence && within(term, evidence.subjectStart, evidence.subjectEnd);
  const nouns = text.terms.filter((term) => here(term) && term.pos === 'NOUN');
  if (text.tokens[evidence.head]!.lemma === 'cost' && nouns.every(({ key }) => PROCESS_NOUNS.test(key))) return true;
  if (frame === null) return false;
  const end = phraseEnd(claim.tokens, frame.subjectStart, frame.subjectEnd);
  // "The leaves of the tumbo"
  const possessed = claim.terms.flatMap((term, at) =>
    term.kind === 'word' && term.pos === 'NOUN' && term.preposition !== 'of' && within(term, frame.subjectStart, end)
      ? [at]
      : [],
  );
  const possessors = subject.filter((at) => !possessed.includes(at));
  return possessed.length > 0 && possessors.length > 0 && shareIn(possessed, alignment, here) === 1;
}

/** True if `sentence` has a name that a pronoun could mean as well, as an object or agent. */
function hasRival({ evidence }: Alignment, sentence: number): boolean {
  return evidence.names.some((name) => {
    const first = evidence.terms[name[0]!]!;
    const frame = evidence.frames[first.frame];
    if (first.sentence !== sentence || first.role !== 'rest' || frame === undefined || frame.copula) return false;
    return first.preposition === '' || first.preposition === 'by';
  });
}

/**
 * True if the clause before "she" in her own sentence has the claim's subject as its own; false if it has another or a rival;
 * null if there is none, or its subject points back too.
 */
function isSubjectBefore(referent: Referent, clause: Frame): boolean | null {
  const { alignment, subject } = referent;
  const { evidence } = alignment;
  const before = evidence.frames.findLast(
    (frame) => frame.sentence === clause.sentence && frame.verbEnd <= clause.subjectStart && !frame.parenthetical,
  );
  if (before === undefined) return null;
  const inSubject = (t: Term) => t.sentence === before.sentence && within(t, before.subjectStart, before.subjectEnd);
  if (shareOfHeads(subject, alignment, inSubject) <= HALF) {
    const kind = backReference(referent, before.subjectStart, before.subjectEnd, before.sentence);
    const isReader = evidence.tokens[before.subjectEnd - 1]?.lower === 'you';
    return isReader || kind === 'pronoun' || kind === 'description' ? null : false;
  }
  return !evidence.names.some((name) => {
    const { sentence, role, start } = evidence.terms[name[0]!]!;
    return sentence === clause.sentence && role === 'rest' && start < clause.verbStart;
  });
}

/** True if the nearest earlier sentence with its own subject has the claim's subject there, or the title has it. */
function antecedentIsSubject(referent: Referent, clause: Frame, isPronoun: boolean): boolean {
  const { alignment, subject, above } = referent;
  const { evidence } = alignment;
  const { sentence } = clause;
  if (isPronoun && clause.ownSubject) {
    const isBefore = isSubjectBefore(referent, clause);
    if (isBefore !== null) return isBefore;
  }
  for (let before = sentence - 1; before >= 0; before--) {
    const frame = evidence.frames.find((candidate) => candidate.sentence === before);
    if (frame === undefined) continue;
    const inSubject = (t: Term) => t.sentence === before && within(t, frame.subjectStart, frame.subjectEnd);
    if (shareOfHeads(subject, alignment, inSubject) > HALF) {
      if (!isPronoun || !hasRival(alignment, before)) return true;
      break;
    }
    // "It" refers no further back than the last full subject; "the station" may.
    const kind = backReference(referent, frame.subjectStart, frame.subjectEnd, before);
    // "Her sister studied law. She …"
    if (isPronoun && (kind === null || kind === 'possessor')) return false;
  }
  return namesSubject(alignment, subject, above);
}

/** "In the fire of 1892, which destroyed 61 houses, …": a relative pronoun means what stands before it, not what the title names. */
function isRelativeToOther({ alignment, subject }: Referent, { subjectStart, sentence }: Frame): boolean {
  const { tokens, sentenceOf } = alignment.evidence;
  if (!/^(?:who|which)$/.test(tokens[subjectStart]?.lower ?? '') || sentenceOf[subjectStart - 1] !== sentence)
    return false;
  return shareIn(subject, alignment, (term) => term.sentence === sentence && term.start < subjectStart) === 0;
}

/**
 * Whether the subject of the evidence's clause refers back to the claim's subject: `resolved` if it does, `unresolved`
 * if its antecedent is unclear, null if it doesn't refer back. `frame` is the claim's own clause.
 */
export function referenceStatus(
  referent: Referent,
  evidence: Frame,
  frame: Frame | null,
): 'resolved' | 'unresolved' | null {
  const reference = backReference(referent, evidence.subjectStart, evidence.subjectEnd, evidence.sentence);
  if (reference === null) return null;
  if (isRelativeToOther(referent, evidence)) return null;
  if (reference === 'possessor' && !hasPossessedNouns(referent, evidence, frame)) return null;
  // "We" are those who wrote the document, who have a name.
  const speaker = referent.alignment.evidence.tokens[evidence.subjectEnd - 1]?.lower ?? '';
  const isNamed = referent.subject.every((at) => referent.alignment.claim.terms[at]!.kind === 'name');
  if (/^(?:we|i)$/.test(speaker) && evidence.subjectEnd > evidence.subjectStart && !isNamed) return 'unresolved';
  return antecedentIsSubject(referent, evidence, reference !== 'description') ? 'resolved' : 'unresolved';
}
