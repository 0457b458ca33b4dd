/**
 * Tells whether "she" or "the club" of the passage is somebody else than the claim's subject: the sentence names that one apart
 * from "she", or another club stands nearer.
 */
import { canBePerson } from '#engine/language/class-nouns.ts';
import { genderOfName } from '#engine/language/given-names.ts';
import { wordRelation } from '#engine/language/lexicon.ts';
import { placeKey } from '#engine/language/names.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import { shareIn, shareOfHeads, within } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { KIND_NOUNS } from '../../reading/reference.ts';
import type { AnalysedText, Term } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';

const HALF = 0.5;
const GENDERS: Readonly<Record<string, string>> = { he: 'male', she: 'female', it: 'none' };
const PLACES = /^(?:city|town|village|country|state|region|island|river|site)$/;
/** Prepositions after which a name is rather that of a place. */
const PLACING = /^(?:in|at|near|from|to|into|on|through|across|towards?|of|around|outside)$/;
const INDEFINITE = /^(?:a|an|another|other|every|each|no|second)$/;
/** Words that tell one of a kind from the one that the text is about. */
const DISTINCT =
  /^(?:other|second|third|earlier|later|previous|next|former|neighbou?ring|nearby|nearest|rival|older|newer|original)$/;

/** The pronoun, or the noun of the description, by which the clause names its subject; null if it names it otherwise. */
function referenceOf(
  { tokens }: AnalysedText,
  { subjectStart, subjectEnd }: Frame,
): { pronoun: string } | { noun: string } | null {
  const phrase = tokens.slice(subjectStart, subjectEnd);
  if (phrase.some(({ pos }) => pos === 'PROPN' || pos === 'CCONJ')) return null;
  const nouns = phrase.filter(({ pos }) => pos === 'NOUN');
  const pronoun = phrase.find(({ lower }) => /^(?:he|she|it|they)$/.test(lower));
  if (nouns.length === 0) return pronoun === undefined ? null : { pronoun: pronoun.lower };
  return nouns.length === 1 && /^(?:the|this)$/.test(phrase[0]!.lower) ? { noun: nouns[0]!.lemma } : null;
}

function isOwnSubject({ evidence, ...alignment }: Alignment, own: readonly number[], frame: Frame): boolean {
  const inSubject = (term: Term) =>
    term.sentence === frame.sentence && within(term, frame.subjectStart, frame.subjectEnd);
  return shareOfHeads(own, { evidence, ...alignment }, inSubject) > HALF;
}

/** True if the sentence of "she" names the claim's subject behind her: "she taught Orton" is said of another than Orton. */
function isNamedApart(alignment: Alignment, own: readonly number[], frame: Frame): boolean {
  // "When he was young, Hale moved to York."
  const isSubject = (term: Term) =>
    alignment.evidence.frames.some(
      ({ sentence, subjectStart, subjectEnd, ownSubject }) =>
        ownSubject && sentence === term.sentence && within(term, subjectStart, subjectEnd),
    );
  return (
    shareIn(
      own,
      alignment,
      (term) => term.sentence === frame.sentence && term.start >= frame.subjectEnd && !isSubject(term),
    ) === 1
  );
}

/** True for "it" of a person, and "he" of a woman. */
function isOfOtherGender({ claim }: Alignment, own: readonly number[], pronoun: string): boolean {
  const first = claim.terms[own[0]!]!;
  const gender = own.length > 1 ? genderOfName(first.key) : undefined;
  return gender !== undefined && gender !== null && GENDERS[pronoun] !== undefined && gender !== GENDERS[pronoun];
}

function isOtherPronoun(alignment: Alignment, own: readonly number[], frame: Frame, pronoun: string): boolean {
  if (isOfOtherGender(alignment, own, pronoun) || isNamedApart(alignment, own, frame)) return true;
  const { evidence, claim } = alignment;
  // "Ruth Aker, whom she had taught, opened the gallery."
  const isAside = /^(?:whom|which|that|where|when)$/.test(evidence.tokens[frame.subjectStart - 1]?.lower ?? '');
  if (isAside && !frame.ownSubject) return true;
  // "A bridge stood here. It …"
  const opensWithArticle = ({ tokens }: AnalysedText, start: number) =>
    /^(?:a|an|another)$/.test(tokens[start]?.lower ?? '');
  const isIndefinite = opensWithArticle(claim, 0);
  for (let sentence = frame.sentence - 1; sentence >= 0; sentence--) {
    const before = evidence.frames.find((other) => other.sentence === sentence);
    if (before === undefined) return false;
    if (opensWithArticle(evidence, before.subjectStart) && !isIndefinite) return true;
    if (isOwnSubject(alignment, own, before)) return false;
    // "The hospital works with the Orr Clinic. It …"
    if (pronoun === 'it' && isNamedApart(alignment, own, before)) return true;
    const reference = referenceOf(evidence, before);
    if (reference === null || !('pronoun' in reference) || reference.pronoun !== pronoun) return false;
    if (isNamedApart(alignment, own, before)) return true;
  }
  return false;
}

/** True if a name may be that of a `noun`: any of a club, of a hotel only one that says so. */
function mayBeNamed({ terms }: AnalysedText, name: readonly number[], noun: string): boolean {
  const [first, last] = [terms[name[0]!]!, terms[name.at(-1)!]!];
  const isOfKind = [first, last].some(
    ({ key }) => key === noun || /^(?:synonym|hyponym)$/.test(wordRelation(noun, key) ?? ''),
  );
  if (isOfKind) return true;
  if (!KIND_NOUNS.has(noun) || placeKey(first.key) !== null) return false;
  const isPerson = name.length > 1 && genderOfName(first.key) !== undefined;
  if (canBePerson(noun)) return isPerson;
  return !isPerson && (PLACES.test(noun) || !PLACING.test(first.preposition));
}

/** True for "a museum" and "a blood test", which are others than the museum and the test that the document is about. */
function isOtherOfKind(text: AnalysedText, { start, frame, role }: Term, keys: readonly string[]): boolean {
  // "It is a museum of clocks."
  if (
    text.frames[frame]?.copula === true &&
    role === 'rest' &&
    !text.tokens.slice(Math.max(0, start - 4), start).some(({ lower }) => lower === 'other')
  )
    return false;
  let at = start - 1;
  while (at >= 0 && /^(?:ADJ|NOUN)$/.test(text.tokens[at]!.pos)) {
    const { lower, pos, lemma } = text.tokens[at]!;
    if (INDEFINITE.test(lower) || DISTINCT.test(lower) || (pos === 'NOUN' && !keys.includes(lemma))) return true;
    at--;
  }
  return INDEFINITE.test(text.tokens[at]?.lower ?? '');
}

function isOtherDescribed(alignment: Alignment, own: readonly number[], frame: Frame, noun: string): boolean {
  const { claim, evidence } = alignment;
  const keys = own.map((at) => claim.terms[at]!.key);
  const isOwn = (name: readonly number[]) => name.every((at) => keys.includes(evidence.terms[at]!.key));
  for (let sentence = frame.sentence; sentence >= 0; sentence--) {
    const isBefore = (term: Term) => term.sentence === sentence && term.start < frame.subjectStart;
    const hasName = evidence.names.some(
      (name) => isBefore(evidence.terms[name[0]!]!) && !isOwn(name) && mayBeNamed(evidence, name, noun),
    );
    const frames = evidence.frames.filter(
      (other) => other.sentence === sentence && other.verbEnd <= frame.subjectStart,
    );
    const isOther = (term: Term) =>
      term.kind === 'word' && term.key === noun && isBefore(term) && isOtherOfKind(evidence, term, keys);
    if (evidence.terms.some(isOther)) return true;
    if (frames.some((other) => isOwnSubject(alignment, own, other))) return false;
    if (hasName) return true;
  }
  return false;
}

/** True if the pronoun or description that is the subject of the passage's clause means another than the claim's subject. */
export function isOfAnotherReferent(alignment: Alignment, { evidenceFrame, subject, subjectTerms }: Reading): boolean {
  if (evidenceFrame === null || subjectTerms.length === 0) return false;
  if (subject !== 'resolved' && subject !== 'unresolved' && subject !== 'other') return false;
  const reference = referenceOf(alignment.evidence, evidenceFrame);
  if (reference === null) return false;
  if ('noun' in reference) return isOtherDescribed(alignment, subjectTerms, evidenceFrame, reference.noun);
  const isName = subjectTerms.every((at) => alignment.claim.terms[at]!.kind === 'name');
  return isName && isOtherPronoun(alignment, subjectTerms, evidenceFrame, reference.pronoun);
}
