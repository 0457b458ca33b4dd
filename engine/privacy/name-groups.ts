/** Finds the names in a text, as groups of tokens. */
import { SENTENCE_STARTERS, TRAILING_ABBREVIATIONS } from '#engine/text/abbreviations.ts';
import { hasMeaning, startsWithCapital } from '#engine/text/letters.ts';
import { findNames } from '#engine/text/names.ts';
import { analyse, type Token } from '#engine/text/nlp.ts';
import { findDates } from '#engine/values/dates.ts';
import { findQuantities, type Quantity } from '#engine/values/quantities.ts';
import { retagFirstWords } from './first-words.ts';

function endsSentence(text: string): boolean {
  return (!hasMeaning(text) && /^[.!?;]$|^[.!?]{2,}$/.test(text)) || text.includes('\n');
}

/** True for the "p.m." of "until 10 p.m. The gate …", whose full stop also ends the sentence. */
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
    // "Ada Noll (née Brandt; born 4 May 1970) is …": a semicolon inside brackets doesn't end the sentence.
    if (i < bracketEnds && text === ';') continue;
    if (next === undefined) continue;
    if (endsSentence(text) && (text === ';' || /^[\p{Lu}\p{N}"“'([]/u.test(next.text))) current++;
    else if (endsWithAbbreviation(tokens[i]!, next)) current++;
  }
  return result;
}

/** Longest bracket in tokens. A longer one was probably never closed. */
const LONGEST_BRACKET = 60;

/** Index of the bracket that closes the one at `at`, if no sentence ends before it; -1 if there is none. */
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

/** Retags a token that the tagger takes for another word although its capital and its position show that it is part of a name. */
function asNamePart(token: Token, at: number, all: readonly Token[]): Token {
  const before = all[at - 1];
  const isCapital = /^\p{Lu}\p{Ll}/u.test(token.text) && !token.isStopWord;
  if (token.pos === 'PROPN' || !isCapital) return token;
  // E.g. "Kern & Lodge".
  const isJoined = (mark: number, other: number) =>
    all[mark]?.text === '&' && startsWithCapital(all[other]?.text ?? '');
  if (isJoined(at + 1, at + 2) || isJoined(at - 1, at - 2)) return { ...token, pos: 'PROPN' };
  if (token.pos !== 'VERB' || before === undefined) return token;
  // E.g. "Tim Cook", "the Hull site", "in Hull", "York and Hull".
  const follows = before.pos === 'PROPN' && startsWithCapital(before.text);
  const isListed = before.pos === 'CCONJ' && (all[at - 2]?.pos === 'PROPN' || all[at - 2]?.text === ',');
  return follows || isListed || ((before.pos === 'DET' || before.pos === 'ADP') && !startsTitle(before, all[at - 2]))
    ? { ...token, pos: 'PROPN' }
    : token;
}

/**
 * True for a capitalised article or preposition inside a sentence, as in "The Running Man": it begins a title, in which any word
 * may be capitalised.
 */
function startsTitle(before: Token, earlier: Token | undefined): boolean {
  return earlier !== undefined && startsWithCapital(before.text) && !/^[.!?]$/.test(earlier.text);
}

/** Adds the number of "Line 5" or "Zell 300" to the name. */
function joinName({ dimension, counted, start, end }: Quantity, tokens: readonly Token[], nameOf: number[]): void {
  const name = nameOf[start - 1] ?? -1;
  // In "Line 5 replaces …", "replaces" is a verb and not the thing counted.
  const counts = counted.length > 0 && tokens[end]?.pos !== 'VERB';
  if (dimension !== 'label' || counts || name < 0 || end !== start + 1) return;
  // "Fennick 3 Saltby 2" is a score.
  if ((nameOf[end] ?? -1) >= 0 || !/^\p{Lu}/u.test(tokens[start - 1]!.text)) return;
  nameOf[start] = name;
}

/** The tokens of `text`, and for each name the indices of its tokens, in order. Linear time. */
export function namesIn(text: string): { tokens: readonly Token[]; names: readonly (readonly number[])[] } {
  const tagged = analyse(text).map(asNamePart);
  const sentenceOf = sentenceNumbers(tagged);
  const tokens = retagFirstWords(tagged, sentenceOf);
  const dates = findDates(tokens);
  const found = findQuantities(tokens, markTaken(tokens.length, dates));
  const nameOf = findNames(tokens, sentenceOf, markTaken(tokens.length, [...dates, ...found]));
  for (const quantity of found) joinName(quantity, tokens, nameOf);
  const names: number[][] = [];
  nameOf.forEach((name, at) => {
    if (name < 0) return;
    names[name] ??= [];
    names[name].push(at);
  });
  return { tokens, names: names.filter((group) => group !== undefined) };
}
