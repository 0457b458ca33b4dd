/**
 * Tells whether a thing of the claim only says in the passage which other thing is meant: the museum of "the museum shop", the
 * minister of "the minister's plan", Leeds of "Leeds University", Ada Noll of "the trawler Ada Noll".
 */
import { canBePerson } from '#engine/language/class-nouns.ts';
import { genderOfName } from '#engine/language/given-names.ts';
import { isHyphenMark } from '#engine/language/hyphens.ts';
import { isKnownWord, wordRelation } from '#engine/language/lexicon.ts';
import { placeKey } from '#engine/language/names.ts';
import type { Word } from '#engine/language/nlp.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import { isCostOf, matchesIn } from '../../alignment/share.ts';
import type { Reading } from '../../reading/reading.ts';
import { KIND_NOUNS } from '../../reading/reference.ts';
import { PART_OF_PLACE } from '../../reading/subject.ts';
import type { AnalysedText, Term } from '../../text/analysed-text.ts';
import type { Frame } from '../../text/frames.ts';
import { restrictionBefore } from '../extent/restriction.ts';
import { MARK, TRANSPARENT } from './owners.ts';

/** Words after a name that leave it the name of the same. */
const NAME_ENDING =
  /^(?:inc|corp|corporation|company|co|ltd|limited|llc|plc|ag|gmbh|group|firm|brand|club|senior|city|town|river|islands?|region|area)$/;
const COMPANY = /^(?:inc|corp|ltd|llc|plc)\.?$/;
/** What a longer name may end in besides: "Manchester United Football Club", "Golden Globe Award". */
const CLASS_ENDING = /^(?:football|awards?)$/;
/** Words before the name of a place that make it another's. */
const OTHER_PLACE =
  /^(?:north|south|east|west|northern|southern|eastern|western|new|old|upper|lower|great|greater|little|inner|outer)$/;

/** What tells a person from the father or mother of the same name. */
const YOUNGER = /^(?:jr|junior|ii|iii)$/;
/** Times that follow a noun without belonging to it: "the bank today", "on Monday night". */
const TIMES = /^(?:today|yesterday|tomorrow|tonight|night|morning|afternoon|evening)$/;
/** Endings of nouns for people, of which the lexicon lacks some. */
const PERSON_ENDING = /(?:er|or|ist|ian|ant|man|woman|mate)$/;

/** A noun, or all terms of a name; indices into the text's terms. */
type Phrase = readonly number[];

function endOf({ terms }: AnalysedText, phrase: Phrase): number {
  return terms[phrase.at(-1)!]!.end;
}

/** The phrases of a text that name things. */
function phrasesOf({ terms, names }: AnalysedText): Phrase[] {
  const nouns = terms.flatMap(({ kind, pos, light }, at) =>
    kind === 'word' && pos === 'NOUN' && !light ? [[at]] : [],
  );
  return [...nouns, ...names.filter((name) => name.some((at) => !terms[at]!.light))];
}

/** True for a hyphen between two words, with no space around it. */
function isHyphenAt({ tokens, starts }: AnalysedText, at: number): boolean {
  const isJoined = (i: number) =>
    i >= 0 && i + 1 < tokens.length && starts[i]! + tokens[i]!.text.length === starts[i + 1];
  return isHyphenMark(tokens[at]?.text ?? '') && isJoined(at - 1) && isJoined(at);
}

function isCommonNoun(token: Word | undefined): boolean {
  // "A film co-written by Noll"
  if (token === undefined || /-\p{L}+(?:ed|en)$/u.test(token.text)) return false;
  return token.pos === 'NOUN' || (token.pos === 'PROPN' && /^\p{Ll}/u.test(token.text));
}

/**
 * The token that heads the compound ("shop" of "museum shop"), or the phrase after a possessive mark, that goes on at `end`;
 * -1 if nothing goes on there.
 */
function headAfter(text: AnalysedText, end: number): number {
  const { tokens, sentenceOf } = text;
  let at = end;
  if (isHyphenAt(text, end)) {
    while (isHyphenAt(text, at)) at += 2;
    return at - 1;
  }
  if (MARK.test(tokens[end]?.text ?? '')) {
    at++;
    while (/^(?:ADJ|ADV|NUM|VERB)$/.test(tokens[at]?.pos ?? '')) at++;
    // "The lift key is kept here": the tagger takes "key" for an adjective.
  } else if (tokens[end]?.pos === 'ADJ' && /^(?:AUX|VERB)$/.test(tokens[end + 1]?.pos ?? '')) {
    return tokens[end - 1]!.lower === tokens[end - 1]!.lemma ? end : -1;
    // A name after a noun renames it; the tagger takes "café" for a name.
  } else if (!isCommonNoun(tokens[end])) return -1;
  let head = -1;
  const goesOn = ({ pos, lower }: Word) => /^(?:NOUN|PROPN)$/.test(pos) && !TIMES.test(lower);
  while (sentenceOf[at] === sentenceOf[end - 1] && at < tokens.length && goesOn(tokens[at]!)) head = at++;
  return head;
}

/** True if the claim has the token too, or need not have it. */
function isOfClaim({ evidence, used }: Alignment, token: number): boolean {
  const at = evidence.terms.findIndex(({ start, end }) => token >= start && token < end);
  const term = evidence.terms[at];
  return term === undefined || used.has(at) || term.light || term.date !== null;
}

/** True if `head` names what the noun before it names: "oak tree", and in a description "comedy film". */
function isOfSameKind({ evidence, claim }: Alignment, own: Term, found: Term, head: number): boolean {
  const { lemma } = evidence.tokens[head]!;
  if (found.kind === 'name') return NAME_ENDING.test(lemma) || placeKey(found.surface.toLowerCase()) !== null;
  return wordRelation(found.key, lemma) === 'hypernym' || (isDescription(claim, own) && KIND_NOUNS.has(lemma));
}

/** True for the tower of "the tower's roof" and "the tower roof", if the claim has no roof. */
function isModifier(alignment: Alignment, own: Term, found: Phrase): boolean {
  const { evidence } = alignment;
  const end = endOf(evidence, found);
  const head = headAfter(evidence, end);
  if (head < 0 || isOfClaim(alignment, head)) return false;
  const { lemma } = evidence.tokens[head]!;
  if (MARK.test(evidence.tokens[end]!.text)) return !PART_OF_PLACE.test(lemma);
  return !isOfSameKind(alignment, own, evidence.terms[found.at(-1)!]!, head);
}

/** True for a term that says what the subject is: "director" of "Noll is the director of the bank". */
function isDescription({ frames }: AnalysedText, { frame, role, preposition }: Term): boolean {
  return frames[frame]?.copula === true && role === 'rest' && preposition === '';
}

/** True for the mayor of "the deputy of the mayor" and "is assistant to the mayor", if the claim has no deputy. */
function isComplement(alignment: Alignment, own: Term, found: Phrase): boolean {
  const { evidence, claim } = alignment;
  const { start, preposition, sentence } = evidence.terms[found[0]!]!;
  if (preposition === '' || (preposition !== 'of' && !isDescription(claim, own))) return false;
  // "The tower of the church" may be its spire; but "secretary of the bank" is no secretary to its founder.
  if (own.preposition === 'of' && claim.frames[own.frame]?.copula !== true) return false;
  // "The sister of the painter Ada Noll": a noun and a name for one.
  const isRenamed = (a: number, b: number) => {
    const [noun, name] = [evidence.tokens[a], evidence.tokens[b]];
    return isCommonNoun(noun) && name?.pos === 'PROPN' && !isCommonNoun(name);
  };
  const end = endOf(evidence, found);
  if (
    (isRenamed(end - 1, end) && isOfClaim(alignment, end)) ||
    (isRenamed(start - 1, start) && isOfClaim(alignment, start - 1))
  )
    return false;
  const before = evidence.tokens.findLastIndex(({ lower }, at) => at < start && lower === preposition);
  const governor = evidence.terms.findIndex(({ end }) => end === before);
  const term = evidence.terms[governor];
  if (term?.pos !== 'NOUN' || term.sentence !== sentence || term.quantity !== null || isOfClaim(alignment, term.start))
    return false;
  if (isCostOf(evidence, evidence.terms[found[0]!]!)) return false;
  return !TRANSPARENT.test(term.key) && !PART_OF_PLACE.test(term.key);
}

function isPersonLike({ terms }: AnalysedText, name: Phrase): boolean {
  return name.length > 1 && genderOfName(terms[name[0]!]!.key) !== undefined;
}

/** True if the passage's longer name is that of another: "Leeds University", "Upper Orr". */
function isOfLongerName(alignment: Alignment, own: Phrase, whole: Phrase): boolean {
  const { claim, evidence, matches, used } = alignment;
  const keys = own.map((at) => claim.terms[at]!.key);
  const matched = whole.filter((at) => own.some((part) => matches[part]!.some(({ term }) => term === at)));
  const others = whole.filter((at) => !used.has(at) && !keys.includes(evidence.terms[at]!.key));
  const keysOf = (isThere: (at: number) => boolean) => others.filter(isThere).map((at) => evidence.terms[at]!.key);
  const before = keysOf((at) => at < matched[0]!);
  const after = keysOf((at) => at > matched.at(-1)!);
  // What lies in North Africa lies in Africa.
  const isWithin = placeKey(keys[0]!) !== null && /^(?:in|of)$/.test(claim.terms[own[0]!]!.preposition);
  if (!isWithin && before.some((key) => OTHER_PLACE.test(key))) return true;
  const last = evidence.tokens.slice(endOf(evidence, whole)).find(({ text }) => text !== ',');
  const isCompany = COMPANY.test(last?.lower ?? '');
  // "Ada" is Ada Noll, and "Juan Noll" may be Juan Noll Gómez.
  const isGiven = own.length === 1 && genderOfName(keys[0]!) !== undefined;
  const mayEnd = (key: string) =>
    NAME_ENDING.test(key) || (own.length > 1 && !isPersonLike(claim, own) && CLASS_ENDING.test(key));
  const isOther = (key: string) => !mayEnd(key) && (own.length === 1 || isKnownWord(key));
  return !isGiven && !isCompany && after.some((key) => isOther(key) || (own.length > 1 && YOUNGER.test(key)));
}

/** True for what bears the name of a person: "the trawler Ada Noll", "the Ada Noll", the film "Ada Noll". */
function isNamesake(alignment: Alignment, own: Phrase, whole: Phrase): boolean {
  const { claim, evidence } = alignment;
  const before = claim.tokens[claim.terms[own[0]!]!.start - 1];
  if (!isPersonLike(claim, own) || before?.pos === 'NOUN' || before?.lower === 'the') return false;
  const { start } = evidence.terms[whole[0]!]!;
  let at = start - 1;
  if (/^["“‘']$/.test(evidence.tokens[at]?.text ?? '')) at--;
  const { pos, lower, lemma } = evidence.tokens[at] ?? {};
  if (lower === 'the' && headAfter(evidence, endOf(evidence, whole)) < 0) return true;
  // "In the spring Ada Noll moved"
  const opensClause = evidence.frames.some(({ subjectStart, start: front }) => subjectStart === start && front < start);
  if (pos !== 'NOUN' || opensClause || canBePerson(lemma!) || PERSON_ENDING.test(lemma!) || /name$/.test(lemma!))
    return false;
  return !claim.tokens.some((token) => token.lemma === lemma);
}

/** True for "The man who sold the mill died": the mill is the object of "sold", and no subject. */
function isObjectBefore(
  { evidence }: Alignment,
  { subjectStart, ownSubject, participle, sentence, verbStart }: Frame,
): boolean {
  if (!ownSubject || !participle) return false;
  const before = evidence.frames.findLast((other) => other.sentence === sentence && other.verbEnd <= subjectStart);
  if (before === undefined || !/^(?:who|that|which)$/.test(evidence.tokens[before.verbStart - 1]?.lower ?? ''))
    return false;
  return !evidence.tokens.slice(before.verbEnd, verbStart).some(({ pos }) => pos === 'PUNCT' || pos === 'CCONJ');
}

/** True if a thing that the claim speaks of is in the passage's sentence only a part of the name of another. */
export function isOfAnotherHead(
  alignment: Alignment,
  { sentence, subject, subjectTerms, evidenceFrame, evidenceAnchor }: Reading,
): boolean {
  const { claim, evidence } = alignment;
  const isOfVerb = evidence.terms[evidenceAnchor]?.role === 'predicate';
  if (evidenceFrame !== null && isOfVerb && isObjectBefore(alignment, evidenceFrame)) return true;
  return phrasesOf(claim).some((own) => {
    const last = own.at(-1)!;
    const end = endOf(claim, own);
    if (headAfter(claim, end) >= 0 || (subject === 'resolved' && subjectTerms.includes(last))) return false;
    const here = matchesIn(alignment, last, sentence);
    return (
      here.length > 0 &&
      here.every(({ term, inference }) => {
        const whole = evidence.names[evidence.terms[term]!.name] ?? [term];
        const isName = evidence.terms[term]!.kind === 'name' && claim.terms[last]!.kind === 'name';
        return (
          restrictionBefore(alignment, evidence.terms[whole[0]!]!.start) !== null ||
          isModifier(alignment, claim.terms[last]!, whole) ||
          isComplement(alignment, claim.terms[own[0]!]!, whole) ||
          (isName && inference === 'same' && isOfLongerName(alignment, own, whole)) ||
          (isName && isNamesake(alignment, own, whole))
        );
      })
    );
  });
}
