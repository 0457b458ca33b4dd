/** Analyses a text for judging. */
import { SENTENCE_STARTERS, TRAILING_ABBREVIATIONS } from '#engine/language/abbreviations.ts';
import { findDates } from '#engine/language/dates.ts';
import { hasMeaning, startsWithCapital } from '#engine/language/letters.ts';
import { type HedgeStrength, hedgeIn, quantifiersIn } from '#engine/language/modality.ts';
import { findNames, placeKey } from '#engine/language/names.ts';
import { isNegationCue, negationScope } from '#engine/language/negation.ts';
import { type PartOfSpeech, type Token, wordOf } from '#engine/language/nlp.ts';
import { isParticleVerb, type PhraseUse, phrasesIn } from '#engine/language/phrases.ts';
import { findQuantities, type Quantity } from '#engine/language/quantities.ts';
import type { AnalysedText, Role, Term } from './analysed-text.ts';
import { compactTerms } from './compact-term.ts';
import { findFrames } from './find-frames.ts';
import { retagFirstWords } from './first-words.ts';
import type { Frame } from './frames.ts';
import { phrasalVerb } from './lexical-forms.ts';
import { isLight, MEANINGFUL_PREPOSITIONS } from './light-words.ts';
import { retagVerbs } from './verb-tags.ts';

/** Passages have one to three sentences; anything much longer would make alignment slow. */
const MAXIMUM_TOKENS = 500;
const MAXIMUM_CHARACTERS = 6000;

const CONTENT: ReadonlySet<PartOfSpeech> = new Set(['NOUN', 'VERB', 'ADJ', 'ADV', 'PROPN', 'NUM', 'X', 'SYM', 'AUX']);

function endsSentence(text: string): boolean {
  return (!hasMeaning(text) && /^[.!?;]$|^[.!?]{2,}$/.test(text)) || text.includes('\n');
}

/** True for the "p.m." of "until 10 p.m. The gate …", whose full stop ends the sentence as well. */
function endsWithAbbreviation({ text, lower }: Token, next: Token): boolean {
  if (!text.endsWith('.') || !hasMeaning(text)) return false;
  return TRAILING_ABBREVIATIONS.has(lower.slice(0, -1)) && SENTENCE_STARTERS.has(next.text);
}

function sentenceNumbers(tokens: readonly Token[]): number[] {
  const result: number[] = [];
  let current = 0;
  let bracketEnds = -1;
  for (let i = 0; i < tokens.length; i++) {
    result.push(current);
    const text = tokens[i]!.text;
    const next = tokens[i + 1];
    if (text === '(') bracketEnds = closingBracket(tokens, i);
    // "Ada Noll (née Brandt; born 4 May 1970) is …" goes on after the semicolon.
    if (i < bracketEnds && text === ';') continue;
    if (next === undefined) continue;
    if (endsSentence(text) && (text === ';' || /^[\p{Lu}\p{N}"“'([]/u.test(next.text))) current++;
    else if (endsWithAbbreviation(tokens[i]!, next)) current++;
  }
  return result;
}

/** A longer bracket is rather one that was never closed. */
const LONGEST_BRACKET = 60;

/** Place of the bracket that closes the one at `at`, with no full stop of a sentence before it; -1 if there is none. */
function closingBracket(tokens: readonly Token[], at: number): number {
  for (let i = at + 1; i < tokens.length && i <= at + LONGEST_BRACKET; i++) {
    if (tokens[i]!.text === ')') return i;
    if (/^[.!?]$/.test(tokens[i]!.text) || tokens[i]!.text.includes('\n')) return -1;
  }
  return -1;
}

function markTaken(count: number, spans: readonly { start: number; end: number }[]): boolean[] {
  const taken = new Array<boolean>(count).fill(false);
  for (const span of spans) taken.fill(true, span.start, span.end);
  return taken;
}

const PARTICLE = /^(?:off|up|out|down|away|back)$/;

/** True at "known" and at "professionally" of "known professionally as Noll". */
function isNaming(tokens: readonly Token[], at: number): boolean {
  const last = tokens[at];
  const verb = last?.pos === 'ADV' ? tokens[at - 1] : last;
  return /^(?:known|called|named|dubbed|nicknamed)$/.test(verb?.lower ?? '');
}

/** The preposition that governs the phrase at `at`: the nearest one to the left with no verb or comma between. */
function prepositionBefore({ tokens, isDate, subjects }: Parts, at: number): string {
  for (let i = at - 1; i >= 0 && i >= at - 6; i--) {
    const token = tokens[i]!;
    // "In the United Kingdom meals are …": another phrase ends where the subject begins.
    if (subjects.has(i + 1)) return '';
    // "By more than 200 people"
    if (token.lower === 'than' && tokens[i + 1]?.pos === 'NUM') continue;
    // "In 2018 Microsoft …": the preposition governs the date, and what follows is another phrase.
    if (isDate[i] && !isDate[at]) return '';
    if (token.lower === 'at' && /^(?:least|most)$/.test(tokens[i + 1]?.lower ?? '')) return '';
    // "Known as José Ferrer": the name is another name of the subject.
    if (token.lower === 'as' && isNaming(tokens, i - 1)) return '';
    // "Known by his stage name Vic Noll"
    if (token.lower === 'by' && isNaming(tokens, i - 1) && tokens.slice(i, at).some(({ lower }) => lower === 'name'))
      return '';
    // "Put off the test": the object of a phrasal verb.
    if (token.pos === 'ADP') return PARTICLE.test(token.lower) && tokens[i - 1]?.pos === 'VERB' ? '' : token.lower;
    // "On average the station …": an article right after a noun opens another phrase.
    if (token.pos === 'DET' && /^(?:NOUN|ADJ)$/.test(tokens[i - 1]?.pos ?? '')) return '';
    if (token.pos === 'VERB' || token.pos === 'AUX' || token.pos === 'PUNCT' || token.pos === 'SCONJ') return '';
  }
  return '';
}

/** Retags what the tagger takes for a verb although its capital and its place show a name. */
function asNamePart(token: Token, at: number, all: readonly Token[]): Token {
  const before = all[at - 1];
  const isCapital = /^\p{Lu}\p{Ll}/u.test(token.text) && !token.isStopWord;
  if (token.pos === 'PROPN' || !isCapital) return token;
  // "Kern & Lodge"
  const isJoined = (mark: number, other: number) =>
    all[mark]?.text === '&' && startsWithCapital(all[other]?.text ?? '');
  if (isJoined(at + 1, at + 2) || isJoined(at - 1, at - 2)) return { ...token, pos: 'PROPN' };
  if (token.pos !== 'VERB' || before === undefined) return token;
  // "Tim Cook", "the Hull site", "in Hull", "York and Hull"
  const follows = before.pos === 'PROPN' && startsWithCapital(before.text);
  const isListed = before.pos === 'CCONJ' && (all[at - 2]?.pos === 'PROPN' || all[at - 2]?.text === ',');
  return follows || isListed || ((before.pos === 'DET' || before.pos === 'ADP') && !startsTitle(before, all[at - 2]))
    ? { ...token, pos: 'PROPN' }
    : token;
}

/** "The Running Man": after an article with a capital inside a sentence any word may have one. */
function startsTitle(before: Token, earlier: Token | undefined): boolean {
  return earlier !== undefined && startsWithCapital(before.text) && !/^[.!?]$/.test(earlier.text);
}

/** The analysis that terms are built from; all lists but `frames` are parallel to the tokens. */
interface Parts {
  tokens: readonly Token[];
  sentenceOf: readonly number[];
  frames: readonly Frame[];
  negated: readonly boolean[];
  isDate: readonly boolean[];
  /** Where a subject begins behind an adverbial. */
  subjects: ReadonlySet<number>;
  /** Index of the name that the token belongs to, -1 for none. */
  nameOf: readonly number[];
}

/** Analyses `text`. `tokensOf` is `analyse` or an equivalent. */
export function analyseText(text: string, tokensOf: (text: string) => Token[]): AnalysedText {
  const all = tokensOf(text.slice(0, MAXIMUM_CHARACTERS));
  const tagged = all.slice(0, MAXIMUM_TOKENS).map(asNamePart);
  const sentenceOf = sentenceNumbers(tagged);
  const tokens = retagVerbs(retagFirstWords(tagged, sentenceOf), sentenceOf);
  const dates = findDates(tokens);
  const isDate = markTaken(tokens.length, dates);
  const found = findQuantities(tokens, isDate);
  const negated = negationScope(tokens, sentenceOf);
  const frames = findFrames(tokens, sentenceOf, isDate);
  const nameOf = findNames(tokens, sentenceOf, markTaken(tokens.length, [...dates, ...found]));
  const quantities = found.filter((quantity) => !joinsName(quantity, tokens, nameOf));
  const values = [
    ...dates.map((date) => ({ date, quantity: null, start: date.start, end: date.end })),
    ...quantities.map((quantity) => ({ date: null, quantity, start: quantity.start, end: quantity.end })),
  ];
  const phrases = phrasesIn(tokens);
  const terms = findTerms(
    { tokens, sentenceOf, frames, negated, isDate, subjects: subjectsBehind(frames), nameOf },
    values,
  );
  weighParticleVerbs(terms, phrases);
  return {
    text,
    tokens: tokens.map(wordOf),
    starts: tokens.map(({ start }) => start),
    sentenceOf: withoutSpareCapacity(sentenceOf),
    sentences: (sentenceOf.at(-1) ?? -1) + 1,
    terms: compactTerms(terms),
    frames: withoutSpareCapacity(frames),
    names: namesIn(terms).map(withoutSpareCapacity),
    negated: negated.includes(true) ? negated : nothingNegated(negated.length),
    phrases: withoutSpareCapacity(phrases),
    quantifiers: withoutSpareCapacity(quantifiersIn(tokens, 0, tokens.length)),
    hedges: withoutSpareCapacity(hedgesOf(tokens, sentenceOf)),
    cut: all.length > tokens.length || text.length > MAXIMUM_CHARACTERS,
  };
}

/** True for the number of "Line 5" and "Zell 300", which becomes a part of the name. */
function joinsName({ dimension, counted, start, end }: Quantity, tokens: readonly Token[], nameOf: number[]): boolean {
  const name = nameOf[start - 1] ?? -1;
  // "Line 5 replaces …": a verb, though it looks like what is counted.
  const counts = counted.length > 0 && tokens[end]?.pos !== 'VERB';
  if (dimension !== 'label' || counts || name < 0 || end !== start + 1) return false;
  // "Fennick 3 Saltby 2" is a score.
  if ((nameOf[end] ?? -1) >= 0 || !/^\p{Lu}/u.test(tokens[start - 1]!.text)) return false;
  nameOf[start] = name;
  return true;
}

/** Copies a list without its spare capacity, which is often larger than the list; analyses are cached for long. */
function withoutSpareCapacity<Item>(list: readonly Item[]): readonly Item[] {
  return list.slice();
}

// Most texts negate nothing: they share these lists.
const allFalse: (readonly boolean[])[] = [];

function nothingNegated(count: number): readonly boolean[] {
  allFalse[count] ??= new Array<boolean>(count).fill(false);
  return allFalse[count];
}

/** "Take" says little, "take over" does. */
function weighParticleVerbs(terms: readonly Term[], phrases: readonly PhraseUse[]): void {
  for (const use of phrases) {
    const verb = isParticleVerb(use) ? terms.find(({ start }) => start === use.tokens[0]) : undefined;
    if (verb?.pos === 'VERB') verb.light = false;
  }
}

type Value = Pick<Term, 'date' | 'quantity' | 'start' | 'end'>;

function subjectsBehind(frames: readonly Frame[]): Set<number> {
  return new Set(frames.flatMap(({ start, subjectStart }) => (start < subjectStart ? [subjectStart] : [])));
}

function findTerms(parts: Parts, values: readonly Value[]): Term[] {
  const valueAt = new Map(values.map((value) => [value.start, value]));
  const terms: Term[] = [];
  for (let at = 0; at < parts.tokens.length; at++) {
    const value = valueAt.get(at);
    if (value !== undefined) {
      terms.push(valueTerm(parts, value));
      at = value.end - 1;
    } else if (isTerm(parts, at)) {
      terms.push(wordTerm(parts, at));
    }
  }
  joinUnited(terms);
  for (const term of terms) {
    const frame = parts.frames[term.frame];
    // "In May dogs are not allowed" denies the same as "Dogs are not allowed in May".
    if (frame !== undefined && term.role === 'rest' && term.start < frame.subjectStart && parts.negated[frame.head])
      term.negated = true;
  }
  return terms;
}

function valueTerm(parts: Parts, value: Value): Term {
  const { sentenceOf, frames, negated } = parts;
  const { date, quantity, start, end } = value;
  const { text } = (quantity ?? date)!;
  const head = Math.max(start, end - 1);
  const { frame, role } = frameAt(frames, head, sentenceOf[head]!);
  return {
    kind: quantity === null ? 'date' : 'quantity',
    key: text.toLowerCase(),
    surface: text,
    pos: 'NUM',
    phrase: null,
    start,
    end,
    sentence: sentenceOf[head]!,
    frame,
    role,
    negated: negated[head]!,
    name: -1,
    light: false,
    preposition: prepositionBefore(parts, start),
    quantity,
    date,
  };
}

function isTerm({ tokens, nameOf }: Parts, at: number): boolean {
  if (nameOf[at]! >= 0) return true;
  const token = tokens[at]!;
  const isContent = CONTENT.has(token.pos) || MEANINGFUL_PREPOSITIONS.has(token.lower);
  // Headlines capitalise small words, and the tagger takes them for names.
  const isHeadlined = token.isStopWord && token.pos === 'PROPN';
  return isContent && !isHeadlined && hasMeaning(token.text) && !isNegationCue(tokens, at);
}

function wordTerm(parts: Parts, at: number): Term {
  const { tokens, sentenceOf, frames, negated, nameOf } = parts;
  const token = tokens[at]!;
  const isName = nameOf[at]! >= 0;
  const key = isName ? nameKey(token.lower) : token.lemma.toLowerCase();
  const { frame, role } = frameAt(frames, at, sentenceOf[at]!);
  return {
    kind: isName ? 'name' : 'word',
    key,
    surface: token.text,
    pos: token.pos,
    phrase: isName ? null : phrasalVerb(key, token.pos, tokens[at + 1]),
    start: at,
    end: at + 1,
    sentence: sentenceOf[at]!,
    frame,
    role,
    negated: negated[at]!,
    name: nameOf[at]!,
    light: isLight(tokens, at, isName),
    preposition: prepositionBefore(parts, at),
    quantity: null,
    date: null,
  };
}

function namesIn(terms: readonly Term[]): number[][] {
  const names: number[][] = [];
  terms.forEach(({ name }, at) => {
    if (name < 0) return;
    names[name] ??= [];
    names[name].push(at);
  });
  return names;
}

function hedgesOf(tokens: readonly Token[], sentenceOf: readonly number[]): HedgeStrength[] {
  const hedges: HedgeStrength[] = [];
  for (let start = 0; start < tokens.length; ) {
    let end = start;
    while (end < tokens.length && sentenceOf[end] === sentenceOf[start]) end++;
    hedges.push(hedgeIn(tokens, start, end));
    start = end;
  }
  return hedges;
}

/** One key for "Corp." and "Corp", "Núñez" and "Nunez"; possessive marks are separate tokens already. */
function nameKey(lower: string): string {
  return placeKey(lower) ?? withoutMarks(lower.length > 2 ? lower.replace(/\.$/, '') : lower);
}

function withoutMarks(word: string): string {
  return /[^a-z]/.test(word) ? word.normalize('NFD').replaceAll(/\p{M}/gu, '') : word;
}

/** Gives "United States" and "United Kingdom" the key of their short forms and adjectives. */
function joinUnited(terms: readonly Term[]): void {
  for (let i = 0; i + 1 < terms.length; i++) {
    if (terms[i]!.key !== 'united' || terms[i + 1]!.name !== terms[i]!.name) continue;
    const key = placeKey(`united_${terms[i + 1]!.key}`);
    if (key !== null) {
      terms[i]!.key = key;
      terms[i + 1]!.key = key;
    }
  }
}

function frameAt(frames: readonly Frame[], at: number, sentence: number): { frame: number; role: Role } {
  let best = -1;
  for (let i = frames.length - 1; i >= 0 && frames[i]!.sentence >= sentence; i--) {
    const frame = frames[i]!;
    if (!frame.parenthetical || frame.sentence !== sentence || at < frame.verbStart || at >= frame.end) continue;
    return { frame: i, role: at < frame.verbEnd ? 'predicate' : 'rest' };
  }
  for (let i = 0; i < frames.length; i++) {
    const frame = frames[i]!;
    if (frame.sentence !== sentence || frame.parenthetical) continue;
    if (at >= frame.verbStart && at < frame.verbEnd) return { frame: i, role: 'predicate' };
    if (at >= frame.subjectStart && at < frame.subjectEnd && frame.ownSubject) return { frame: i, role: 'subject' };
    if (at >= frame.start && at < frame.subjectStart && frame.ownSubject) return { frame: i, role: 'rest' };
    if (at >= frame.verbEnd && at < frame.end) best = i;
  }
  return { frame: best, role: best < 0 ? 'subject' : 'rest' };
}
