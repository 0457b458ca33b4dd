/**
 * Finds a sentence of the passage that has the claim's words in the claim's order, with nothing between them but what a reader may
 * leave out: brackets, what stands between two commas, dates, and words that say more of a noun. "Osk, found in 2009 from a
 * mountain, circles Halem in 6.2 days" says that Osk circles Halem in 6.2 days.
 */
import { hedgeIn } from '#engine/language/modality.ts';
import { isNegationCue } from '#engine/language/negation.ts';
import type { Word } from '#engine/language/nlp.ts';
import type { Alignment } from '../alignment/alignment.ts';
import { restrictionBefore } from '../limits/extent/restriction.ts';
import { type AnalysedText, sentenceRange } from '../text/analysed-text.ts';
import { isPastForm } from '../text/lexical-forms.ts';
import { isLimiting, LEAST_WORDS, pointsBack } from './verbatim.ts';

/** A longer insertion is rather a list. */
const LONGEST_INSERTION = 30;
const ARTICLE = /^(?:an?|the)$/;
/** Words that add nothing to a statement. */
const IDLE = /^(?:also|now|too)$/;
/** With these, whatever else is said of a noun matters: "all old pumps" are not all pumps. */
const EXTENT = /^(?:all|every|each|any|no|only|most|both|first|last|than|not|never|none)$/;

interface Unit {
  /** Of the text. */
  start: number;
  end: number;
  word: Word;
  /** A figure or date, index into the terms; -1 for a word. */
  value: number;
}

/** The words and values of [from, to), without articles and commas. */
function unitsOf({ tokens, terms }: AnalysedText, from: number, to: number): Unit[] {
  const units: Unit[] = [];
  for (let at = from; at < to; at++) {
    const value = terms.findIndex(({ start, kind }) => start === at && (kind === 'quantity' || kind === 'date'));
    const end = value < 0 ? at + 1 : terms[value]!.end;
    const word = tokens[at]!;
    if (value >= 0 || (word.pos !== 'PUNCT' && !ARTICLE.test(word.lower) && !IDLE.test(word.lower)))
      units.push({ start: at, end, word, value });
    at = end - 1;
  }
  return units;
}

function isSameWord(own: Word, other: Word): boolean {
  if (own.lower === other.lower) return true;
  const isPlain = own.pos !== 'AUX' && other.pos === own.pos && own.lemma === other.lemma;
  return isPlain && isPastForm(own) === isPastForm(other);
}

/** The walk through one sentence: where the claim's units may stand, one after the other. */
class Walk {
  readonly #alignment: Alignment;
  readonly #own: readonly Unit[];
  readonly #end: number;
  readonly #mayAdd: boolean;

  constructor(alignment: Alignment, own: readonly Unit[], end: number) {
    this.#alignment = alignment;
    this.#own = own;
    this.#end = end;
    this.#mayAdd = !alignment.claim.tokens.some(({ lower }) => EXTENT.test(lower));
  }

  /** The token after the last of the claim's, where its units from `next` on stand at `at` or behind what may be left out; -1. */
  follow(next: number, at: number): number {
    if (next === this.#own.length) return at;
    for (const place of this.#places(next, at)) {
      const after = this.#match(next, place);
      const end = after < 0 ? -1 : this.follow(next + 1, after);
      if (end >= 0) return end;
    }
    return -1;
  }

  /** The token after the unit of the evidence at `place` that is the claim's; -1 if it is another. */
  #match(next: number, place: number): number {
    const { claim, evidence, matches } = this.#alignment;
    const { word, value } = this.#own[next]!;
    const other = evidence.tokens[place];
    if (other === undefined || place >= this.#end) return -1;
    if (value < 0) {
      const isInValue = evidence.terms.some(({ quantity, start }) => quantity !== null && start === place);
      return !isInValue && isSameWord(word, other) ? place + 1 : -1;
    }
    const found = matches[value]!.find(
      ({ term, inference }) => inference === 'same' && evidence.terms[term]!.start === place,
    );
    const term = found === undefined ? undefined : evidence.terms[found.term];
    return term === undefined || term.kind !== claim.terms[value]!.kind ? -1 : term.end;
  }

  /** Where the next unit may stand. */
  #places(next: number, at: number): number[] {
    const { tokens } = this.#alignment.evidence;
    const places: number[] = [];
    let place = at;
    for (let steps = 0; steps < 6 && place < this.#end; steps++) {
      while (ARTICLE.test(tokens[place]?.lower ?? '') || IDLE.test(tokens[place]?.lower ?? '')) place++;
      places.push(place);
      if (next === 0) return places;
      const after = this.#skipped(next, place);
      if (after < 0) break;
      place = after;
    }
    return places;
  }

  /** The token after what may be left out at `at`; -1 if nothing may. */
  #skipped(next: number, at: number): number {
    const { evidence } = this.#alignment;
    const { tokens } = evidence;
    const { text, lower, pos } = tokens[at]!;
    if (text === '(') return this.#closing(at, ')');
    if (/^["“”]$/.test(text)) return at + 1;
    if (text === ',') {
      if (/^(?:who|which)$/.test(tokens[at + 1]?.lower ?? '') && this.#opensRelative(next, at)) return at + 2;
      const end = this.#closing(at, ',');
      return end >= 0 && !isLimiting(tokens.slice(at + 1, end - 1)) ? end : -1;
    }
    const date = evidence.terms.find(({ kind, start }) => kind === 'date' && (start === at || start === at + 1));
    if (date !== undefined && (date.start === at || /^(?:on|in)$/.test(lower))) {
      return this.#own.some(({ value }) => this.#isDate(value)) ? -1 : date.end;
    }
    return this.#mayAdd && pos === 'ADJ' && this.#isAdded(next, at) ? at + 1 : -1;
  }

  #isDate(value: number): boolean {
    return value >= 0 && this.#alignment.claim.terms[value]!.kind === 'date';
  }

  /** The token behind the next `mark`; -1 if it is too far away. */
  #closing(at: number, mark: string): number {
    const { tokens } = this.#alignment.evidence;
    for (let i = at + 1; i < this.#end && i <= at + LONGEST_INSERTION; i++) if (tokens[i]!.text === mark) return i + 1;
    return -1;
  }

  /** "Captain Ellery, who charted the bay": all that stood so far is the one that the relative clause is about. */
  #opensRelative(next: number, at: number): boolean {
    const { terms } = this.#alignment.evidence;
    const own = this.#own.slice(0, next);
    if (!own.every(({ word }) => word.pos === 'PROPN' || word.pos === 'NOUN')) return false;
    return own.some(({ word }) => word.pos === 'PROPN') && terms.some(({ end }) => end === at);
  }

  /** True for the adjective of "the Danish yard", which says more of one thing. */
  #isAdded(next: number, at: number): boolean {
    const { tokens } = this.#alignment.evidence;
    const isOfOne = /^(?:an?|the|its|his|her|their|our|your)$/.test(tokens[at - 1]?.lower ?? '');
    const isNoun =
      /^(?:NOUN|PROPN)$/.test(tokens[at + 1]?.pos ?? '') && this.#own[next]!.word.pos === tokens[at + 1]!.pos;
    return (
      isOfOne && isNoun && restrictionBefore(this.#alignment, at + 1) === null && hedgeIn(tokens, at, at + 1) === 0
    );
  }
}

/** Words after which a name is not the whole of what is spoken of: "the brother of Noll, who …". */
const PARTIAL = /^(?:of|and|or|not|['’]s?|with|without|by)$/;

/** True if what stands before the claim's words in the sentence leaves them a statement of their own. */
function isFreeBefore({ tokens }: AnalysedText, from: number, start: number, isRelative: boolean): boolean {
  const first = ARTICLE.test(tokens[start - 1]?.lower ?? '') ? start - 1 : start;
  const before = tokens.slice(from, first).filter(({ text }) => !/^["“(]$/.test(text));
  if (before.length === 0) return true;
  const last = before.at(-1)!;
  if (isRelative && !PARTIAL.test(last.lower)) return hedgeIn(before, 0, before.length) === 0 && !hasNegation(before);
  if (last.text === ':') return before.length < 4 || before.every(({ pos }) => pos !== 'VERB' && pos !== 'AUX');
  if (last.text === ')') return before.length < 5;
  return false;
}

function hasNegation(words: readonly Word[]): boolean {
  return words.some((_, at) => isNegationCue(words, at));
}

/** True if what stands behind the claim's words says something else: another clause, a date, an insertion. */
function isFreeAfter({ tokens, terms }: AnalysedText, end: number, to: number, isRelative: boolean): boolean {
  const next = tokens[end];
  if (next === undefined || end >= to || /^[.;)!]$/.test(next.text)) return true;
  const rest = tokens.slice(end + 1, to);
  if (next.text === ',') return isRelative || clausesOf(rest).every((clause) => !isLimiting(clause));
  const isOpen = rest.some(({ lower }) => /^(?:if|unless|until|except)$/.test(lower));
  if (next.lower === 'and') return !isOpen;
  const verb = rest.findIndex(({ pos }) => pos === 'VERB' || pos === 'AUX');
  if (next.lower === 'but') return !isOpen && (verb === 0 || verb === 1);
  if (/^(?:early|late)$/.test(next.lower) && to > end + 1) end++;
  const date = terms.find(({ kind, start }) => kind === 'date' && (start === end || start === end + 1));
  return (
    date !== undefined && date.end < to && isFreeAfter({ tokens, terms } as AnalysedText, date.end, to, isRelative)
  );
}

function clausesOf(words: readonly Word[]): Word[][] {
  const clauses: Word[][] = [[]];
  for (const word of words) {
    if (word.text === ',' || word.text === ';') clauses.push([]);
    else if (word.pos !== 'PUNCT') clauses.at(-1)!.push(word);
  }
  return clauses.filter(({ length }) => length > 0);
}

/** The sentence of the passage that has the claim's words in order and interrupted only; null if there is none. */
export function interruptedSentence(alignment: Alignment): number | null {
  const { claim, evidence } = alignment;
  const own = unitsOf(claim, 0, claim.tokens.length);
  if (own.length < LEAST_WORDS || claim.sentences > 1 || claim.frames.length === 0) return null;
  if (pointsBack(claim.tokens)) return null;
  for (let sentence = 0; sentence < evidence.sentences; sentence++) {
    const [from, to] = sentenceRange(evidence, sentence);
    if (to - from < own.length || evidence.tokens[to - 1]?.text === '?') continue;
    const walk = new Walk(alignment, own, to);
    for (let start = from; start + own.length <= to; start++) {
      const end = walk.follow(0, start);
      if (end < 0) continue;
      const isRelative = evidence.tokens
        .slice(start, end)
        .some(({ lower }, at, all) => /^(?:who|which)$/.test(lower) && all[at - 1]?.text === ',');
      if (isFreeBefore(evidence, from, start, isRelative) && isFreeAfter(evidence, end, to, isRelative))
        return sentence;
    }
  }
  return null;
}
