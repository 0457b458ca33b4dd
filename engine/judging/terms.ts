/** How a text is taken apart for judging. */
import { findDates } from '#engine/language/dates.ts';
import { hasMeaning } from '#engine/language/letters.ts';
import { type HedgeStrength, hedgeIn, quantifiersIn } from '#engine/language/modality.ts';
import { findNames, placeKey } from '#engine/language/names.ts';
import { isNegationCue, negationScope } from '#engine/language/negation.ts';
import { type PartOfSpeech, type Token, wordOf } from '#engine/language/nlp.ts';
import { findQuantities, type Quantity } from '#engine/language/quantities.ts';
import type { AnalysedText, Role, Term } from './analysed-text.ts';
import { type Frame, findFrames } from './frames.ts';
import { phrasalVerb } from './lexical-forms.ts';
import { isLight, MEANINGFUL_PREPOSITIONS } from './light-words.ts';
import { withVerbs } from './verb-tags.ts';

/** Passages have one to three sentences; anything far longer is no passage, and would make alignment slow. */
const MAXIMUM_TOKENS = 500;
const MAXIMUM_CHARACTERS = 6000;

const CONTENT: ReadonlySet<PartOfSpeech> = new Set(['NOUN', 'VERB', 'ADJ', 'ADV', 'PROPN', 'NUM', 'X', 'SYM', 'AUX']);

function closes(text: string): boolean {
  return (!hasMeaning(text) && /^[.!?;]$|^[.!?]{2,}$/.test(text)) || text.includes('\n');
}

function sentenceNumbers(tokens: readonly Token[]): number[] {
  const result: number[] = [];
  let current = 0;
  for (let i = 0; i < tokens.length; i++) {
    result.push(current);
    const text = tokens[i]!.text;
    const next = tokens[i + 1];
    if (closes(text) && next !== undefined && (text === ';' || /^[\p{Lu}\p{N}"“'([]/u.test(next.text))) current++;
  }
  return result;
}

function markTaken(count: number, spans: readonly { start: number; end: number }[]): boolean[] {
  const taken = new Array<boolean>(count).fill(false);
  for (const span of spans) taken.fill(true, span.start, span.end);
  return taken;
}

/** The preposition that governs the phrase at `at`: the nearest one to the left with no verb or comma between. */
function prepositionBefore(tokens: readonly Token[], at: number, isDate: readonly boolean[]): string {
  for (let i = at - 1; i >= 0 && i >= at - 6; i--) {
    const token = tokens[i]!;
    // "In 2018 Microsoft …": the preposition has its date, and what follows is a phrase of its own.
    if (isDate[i] && !isDate[at]) return '';
    if (token.lower === 'at' && /^(?:least|most)$/.test(tokens[i + 1]?.lower ?? '')) return '';
    // "Known as José Ferrer": the name is the subject's own.
    if (token.lower === 'as' && /^(?:known|called|named|dubbed|nicknamed)$/.test(tokens[i - 1]?.lower ?? '')) return '';
    if (token.pos === 'ADP') return token.lower;
    // "On average the station …": an article right after a noun opens a phrase of its own.
    if (token.pos === 'DET' && /^(?:NOUN|ADJ)$/.test(tokens[i - 1]?.pos ?? '')) return '';
    if (token.pos === 'VERB' || token.pos === 'AUX' || token.pos === 'PUNCT' || token.pos === 'SCONJ') return '';
  }
  return '';
}

/** "Tim Cook": a capital right after a name makes a name, whatever the tagger says. */
function asNamePart(token: Token, at: number, all: readonly Token[]): Token {
  const before = all[at - 1];
  if (token.pos !== 'VERB' || before?.pos !== 'PROPN') return token;
  const isCapital = /^\p{Lu}\p{Ll}/u.test(token.text) && !token.isStopWord;
  return isCapital && /^\p{Lu}/u.test(before.text) ? { ...token, pos: 'PROPN' } : token;
}

/** Takes `text` apart. `tokensOf` is `analyse`, or does the same. */
export function takeApart(text: string, tokensOf: (text: string) => Token[]): AnalysedText {
  const all = tokensOf(text.slice(0, MAXIMUM_CHARACTERS));
  const tagged = all.slice(0, MAXIMUM_TOKENS).map(asNamePart);
  const sentenceOf = sentenceNumbers(tagged);
  const tokens = withVerbs(tagged, sentenceOf);
  const dates = findDates(tokens);
  const isDate = markTaken(tokens.length, dates);
  const quantities = findQuantities(tokens, isDate);
  const negated = negationScope(tokens, sentenceOf);
  const frames = findFrames(tokens, sentenceOf);
  const nameOf = findNames(tokens, sentenceOf, markTaken(tokens.length, [...dates, ...quantities]));
  const terms: Term[] = [];
  const names: number[][] = [];
  const spans = [...dates.map((date) => ({ date, quantity: null as Quantity | null, ...spanOf(date) }))];
  for (const quantity of quantities) spans.push({ date: null as never, quantity, ...spanOf(quantity) });
  const spanAt = new Map(spans.map((span) => [span.start, span]));
  for (let i = 0; i < tokens.length; i++) {
    const span = spanAt.get(i);
    if (span !== undefined) {
      const value = span.quantity ?? span.date;
      const head = Math.max(span.start, span.end - 1);
      const { frame, role } = frameAt(frames, head, sentenceOf[head]!);
      terms.push({
        kind: span.quantity === null ? 'date' : 'quantity',
        key: value.text.toLowerCase(),
        surface: value.text,
        pos: 'NUM',
        phrase: null,
        start: span.start,
        end: span.end,
        sentence: sentenceOf[head]!,
        frame,
        role,
        negated: negated[head]!,
        name: -1,
        light: false,
        preposition: prepositionBefore(tokens, span.start, isDate),
        quantity: span.quantity,
        date: span.quantity === null ? span.date : null,
      });
      i = span.end - 1;
      continue;
    }
    const token = tokens[i]!;
    const name = nameOf[i]!;
    const isContent = CONTENT.has(token.pos) || MEANINGFUL_PREPOSITIONS.has(token.lower);
    if (name < 0 && (!isContent || !hasMeaning(token.text))) continue;
    if (name < 0 && isNegationCue(tokens, i)) continue;
    // Headlines write small words with a capital, and the tagger takes them for names.
    if (name < 0 && token.isStopWord && token.pos === 'PROPN') continue;
    const isName = name >= 0;
    const key = isName ? nameKey(token.lower) : token.lemma.toLowerCase();
    if (isName) {
      names[name] ??= [];
      names[name].push(terms.length);
    }
    const { frame, role } = frameAt(frames, i, sentenceOf[i]!);
    terms.push({
      kind: isName ? 'name' : 'word',
      key,
      surface: token.text,
      pos: token.pos,
      phrase: isName ? null : phrasalVerb(key, token.pos, tokens[i + 1]),
      start: i,
      end: i + 1,
      sentence: sentenceOf[i]!,
      frame,
      role,
      negated: negated[i]!,
      name,
      light: isLight(tokens, i, isName),
      preposition: prepositionBefore(tokens, i, isDate),
      quantity: null,
      date: null,
    });
  }
  joinUnited(terms);
  const sentences = (sentenceOf.at(-1) ?? -1) + 1;
  const hedges: HedgeStrength[] = [];
  for (let sentence = 0, start = 0; sentence < sentences; sentence++) {
    let end = start;
    while (end < tokens.length && sentenceOf[end] === sentence) end++;
    hedges.push(hedgeIn(tokens, start, end));
    start = end;
  }
  return {
    text,
    tokens: tokens.map(wordOf),
    starts: tokens.map(({ start }) => start),
    sentenceOf,
    sentences,
    terms,
    frames,
    names,
    negated,
    quantifiers: quantifiersIn(tokens, 0, tokens.length),
    hedges,
    cut: all.length > tokens.length || text.length > MAXIMUM_CHARACTERS,
  };
}

function spanOf(span: { start: number; end: number }) {
  return { start: span.start, end: span.end };
}

/** "Corp." and "Corp" are one; possessive marks are tokens of their own already. */
function nameKey(lower: string): string {
  return placeKey(lower) ?? (lower.length > 2 ? lower.replace(/\.$/, '') : lower);
}

/** "United States" and "United Kingdom" get the key of their short forms and adjectives. */
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
    if (at >= frame.verbEnd && at < frame.end) best = i;
  }
  return { frame: best, role: best < 0 ? 'subject' : 'rest' };
}
