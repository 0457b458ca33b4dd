/**
 * Turns a sentence into a list of items: one item for each word, date, quantity and structural mark. Drops what never changes the
 * meaning: articles, hyphens within words, "that" after a verb, and the "do" of "does not accept".
 */

import { isHyphen } from '#engine/text/hyphens.ts';
import { startsWithCapital } from '#engine/text/letters.ts';
import { isKnownWord } from '#engine/text/lexicon.ts';
import type { PartOfSpeech, Token, Word } from '#engine/text/nlp.ts';
import { placeRelation } from '#engine/text/places.ts';
import { MODALS, verbForms } from '#engine/text/verbs.ts';
import { byWord, wordSet } from '#engine/text/word-lists.ts';
import type { DateSpan } from '#engine/values/dates.ts';
import { findDates } from '#engine/values/dates.ts';
import { findQuantities, type Quantity } from '#engine/values/quantities.ts';
import { withoutPronunciations } from './insertions.ts';

/** `open`: the tense of an omitted verb, which may be present or past. */
export type Tense = 'present' | 'past' | 'participle' | 'gerund' | 'modal' | 'open';

export interface Item {
  kind: 'word' | 'date' | 'quantity' | 'mark';
  /** Lower-case lemma of a word; the lower-case text of everything else. */
  key: string;
  lower: string;
  text: string;
  pos: PartOfSpeech;
  /**
   * Tense of a verb or auxiliary; null for other words and for infinitives. A form that can be past tense or participle is called
   * past.
   */
  tense: Tense | null;
  isPlural: boolean;
  isName: boolean;
  /** The article before the item. */
  article: 'a' | 'the' | null;
  quantity: Quantity | null;
  date: DateSpan | null;
}

const ARTICLES = new Set(['a', 'an', 'the']);
/** Words before which the article carries meaning: "a few" is more than "few". */
const AFTER_KEPT_ARTICLE = new Set(['few', 'little', 'bit', 'lot', 'number', 'third', 'quarter']);

/** Whether the article is kept, as in "a few" and "a third". In "the third album" it is an ordinary article. */
function isKeptArticle({ lower }: Token, next: Token | undefined): boolean {
  return AFTER_KEPT_ARTICLE.has(next?.lower ?? '') && !(lower === 'the' && next!.lower === 'third');
}
const WHOLE = byWord({
  not: "n't n’t",
  can: 'ca',
  will: "wo 'll ’ll",
  shall: 'sha',
  are: "'re ’re",
  have: "'ve ’ve",
  and: '&',
});

function tenseOf({ lower, pos }: Pick<Token, 'lower' | 'pos'>, lemma: string, before: Token | undefined): Tense | null {
  if (pos !== 'VERB' && pos !== 'AUX') return null;
  if (MODALS.has(lower) || lower === 'cannot') return 'modal';
  if (before?.lower === 'to') return null;
  if (lemma === 'be')
    return /^(?:was|were)$/.test(lower) ? 'past' : /^(?:be|been|being)$/.test(lower) ? null : 'present';
  const forms = verbForms(lower, lemma);
  if (forms.thirdPerson) return 'present';
  if (forms.gerund) return 'gerund';
  if (forms.past) return 'past';
  if (forms.participle) return 'participle';
  return 'present';
}

/** Verb forms that the tagger mistakes for nouns although they never are. */
const NEVER_NOUNS = wordSet(
  'goes becomes says gives comes gets keeps sends brings sits stays begins belongs contains makes',
);

function retagged(token: Token): Token {
  if (token.lower === 'tv') return { ...token, pos: 'NOUN', lemma: 'television' };
  // Words in all capitals such as "DJ" and "MC" are names.
  if (token.pos === 'VERB' && /^\p{Lu}{2,}$/u.test(token.text)) return { ...token, pos: 'PROPN' };
  return token.pos === 'NOUN' && NEVER_NOUNS.has(token.lower)
    ? { ...token, pos: 'VERB', lemma: token.lower === 'goes' ? 'go' : token.lower.slice(0, -1) }
    : token;
}

/** All keys and lower-case forms that a word may have as an item. */
export function itemForms({ lower, lemma }: Word): string[] {
  const forms = lower === lemma ? [lower] : [lower, lemma.toLowerCase()];
  const whole = WHOLE.get(lower);
  if (whole !== undefined) forms.push(whole);
  if (lower === 'tv') forms.push('television');
  if (NEVER_NOUNS.has(lower) || lower === 'stars') forms.push(lower === 'goes' ? 'go' : lower.slice(0, -1));
  return forms;
}

function wordItem(given: Token, before: Token | undefined, article: Item['article'], isOrdinary: boolean): Item {
  const token = retagged(given);
  const lower = WHOLE.get(token.lower) ?? token.lower;
  const isVerb = token.pos === 'VERB' || token.pos === 'AUX';
  const lemma = lower === token.lower ? token.lemma.toLowerCase() : lower;
  return {
    kind: token.pos === 'PUNCT' ? 'mark' : 'word',
    key: lemma,
    lower,
    text: token.text,
    pos: token.pos,
    tense: tenseOf({ lower, pos: token.pos }, lemma, before),
    isPlural: !isVerb && lower !== lemma && lower.endsWith('s'),
    isName: startsWithCapital(token.text) && token.pos === 'PROPN' && !isOrdinary,
    article,
    quantity: null,
    date: null,
  };
}

function valueItem(found: DateSpan | Quantity, article: Item['article']): Item {
  const isDate = 'year' in found;
  return {
    kind: isDate ? 'date' : 'quantity',
    key: found.text.toLowerCase(),
    lower: found.text.toLowerCase(),
    text: found.text,
    pos: 'NUM',
    tense: null,
    isPlural: false,
    isName: false,
    article,
    quantity: isDate ? null : found,
    date: isDate ? found : null,
  };
}

/**
 * True for a capitalised word that is part of a name because of the names beside it, whatever its tag: "Euphemia Rose Clarke",
 * "by Sue Kramer".
 */
function isAmongNames(tokens: readonly Token[], at: number): boolean {
  const isProper = (token: Token | undefined) => token?.pos === 'PROPN' && startsWithCapital(token.text);
  if (!startsWithCapital(tokens[at]!.text) || !isProper(tokens[at + 1])) return false;
  return (
    isProper(tokens[at - 1]) ||
    (tokens[at]!.pos === 'VERB' && /^(?:by|with|and|starring)$/.test(tokens[at - 1]?.lower ?? ''))
  );
}

/** True for a common word that is capitalised only because it begins the sentence: "Subscriptions are due". */
function isOrdinaryOpening({ lower, lemma }: Token, next: Token | undefined): boolean {
  if (next !== undefined && startsWithCapital(next.text)) return false;
  return (isKnownWord(lower) || isKnownWord(lemma.toLowerCase())) && placeRelation(lower, lower) === null;
}

/** True for the "that" of "said that", which may be left out. */
function isComplementiser(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.lower === 'that' && tokens[at]!.pos === 'SCONJ' && tokens[at - 1]?.pos === 'VERB';
}

/** Verb forms that the tagger mistakes for plural nouns after "that". */
const RARELY_NOUNS = /^(?:causes|features|covers|hosts|houses|forms|marks|airs|measures|processes|studies|stars)$/;

/**
 * True for a "that" that opens a relative clause: "A disease that causes fever". As a determiner, "that" can't precede a plural,
 * so the next word must be a verb even if it is tagged as a noun.
 */
function opensRelative(tokens: readonly Token[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  return (
    token?.lower === 'that' &&
    next?.pos === 'NOUN' &&
    before?.pos === 'NOUN' &&
    RARELY_NOUNS.test(next.lower) &&
    !/^(?:VERB|AUX)$/.test(tokens[at + 2]?.pos ?? '')
  );
}

/** True if a performer or a team follows "stars": "stars Ray", "stars in the Gulls". */
function namesPlayer(tokens: readonly Token[], at: number): boolean {
  const isIn = tokens[at]?.lower === 'in';
  const next = isIn ? at + 1 : at;
  return tokens[isIn && tokens[next]?.lower === 'the' ? next + 1 : next]?.pos === 'PROPN';
}

/** True for a demonstrative such as the "these" of "these prices", which is treated like "the". */
function isDemonstrative(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.pos;
  return (
    tokens[at]!.pos === 'DET' &&
    /^(?:this|these|that|those)$/.test(tokens[at]!.lower) &&
    (next === 'NOUN' || next === 'ADJ') &&
    !opensRelative(tokens, at)
  );
}

/**
 * Finds the dates. Two life dates joined by a dash, as in "(15 May 1397 – 8 April 1450)", are read as two dates, not as a period.
 */
function datesOf(tokens: readonly Token[]): DateSpan[] {
  const bracket = tokens.findIndex(({ text }) => text === '(');
  if (bracket < 0) return findDates(tokens);
  const dash = tokens.findIndex(({ text }, at) => at > bracket && /^[-–—]$/.test(text));
  const close = tokens.findIndex(({ text }, at) => at > bracket && text === ')');
  if (dash < 0 || close < dash) return findDates(tokens);
  const blank = { ...tokens[dash]!, text: '|', lower: '|', lemma: '|' };
  return findDates(tokens.map((token, at) => (at === dash ? blank : token)));
}

/** True for the "A" of "Section 48A" and "Hepatitis A", which is not an article. */
function isLetterOfLabel(tokens: readonly Token[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at]!, tokens[at + 1]];
  if (token.lower !== 'a' || before === undefined) return false;
  if (token.start === before.end && /\d$/.test(before.text)) return true;
  return (
    token.text === 'A' && /^(?:NOUN|PROPN|NUM)$/.test(before.pos) && /^(?:AUX|ADP|PUNCT)$/.test(next?.pos ?? 'PUNCT')
  );
}

const NO_VALUES: ReadonlyMap<number, DateSpan | Quantity> = new Map();

/** Dates and quantities by the index of their first token. */
function valuesIn(tokens: readonly Token[]): Map<number, DateSpan | Quantity> {
  const dates = datesOf(tokens);
  const taken = tokens.map(() => false);
  for (const { start, end } of dates) taken.fill(true, start, end);
  const values = new Map<number, DateSpan | Quantity>();
  for (const quantity of findQuantities(tokens, taken)) {
    if (!taken.slice(quantity.start, quantity.end).includes(true)) values.set(quantity.start, quantity);
  }
  for (const date of dates) values.set(date.start, date);
  return values;
}

/** The items of one sentence, given its tokens. Pass `mayHaveValue` = false if no token can begin a date or a quantity. */
export function itemsOf(given: readonly Token[], mayHaveValue = true): Item[] {
  const tokens = withoutPronunciations(given);
  const values = mayHaveValue ? valuesIn(tokens) : NO_VALUES;
  const items: Item[] = [];
  let article: Item['article'] = null;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!;
    const value = values.get(at);
    if (value !== undefined) {
      items.push(valueItem(value, article));
      at = value.end;
      article = null;
      continue;
    }
    const isDropped = isHyphen(tokens, at) || isComplementiser(tokens, at) || token.pos === 'SPACE';
    if (isDemonstrative(tokens, at)) article = 'the';
    else if (isLetterOfLabel(tokens, at)) {
      items.push(wordItem({ ...token, pos: 'PROPN' }, tokens[at - 1], article, false));
      article = null;
    } else if (ARTICLES.has(token.lower) && !isKeptArticle(token, tokens[at + 1])) {
      article = token.lower === 'the' ? 'the' : 'a';
    } else if (!isDropped) {
      const isStarring = token.lower === 'stars' && token.pos === 'NOUN' && at > 0 && namesPlayer(tokens, at + 1);
      const isOrdinary = items.length === 0 && isOrdinaryOpening(token, tokens[at + 1]);
      const named = isAmongNames(tokens, at) ? { ...token, pos: 'PROPN' as const } : token;
      const isRelative = at > 0 && opensRelative(tokens, at - 1);
      const read = isRelative
        ? { ...token, pos: 'VERB' as const }
        : isStarring
          ? { ...token, pos: 'VERB' as const, lemma: 'star' }
          : named;
      items.push(wordItem(read, tokens[at - 1], article, isOrdinary));
      article = null;
    }
    at++;
  }
  return withoutDo(items);
}

/** Drops the "do" of "does not accept"; the verb takes over its tense. */
function withoutDo(items: readonly Item[]): Item[] {
  const kept = [...items];
  for (let at = 0; at < kept.length; at++) {
    const item = kept[at]!;
    if (item.key !== 'do' || item.pos !== 'AUX' || kept[at + 1]?.lower !== 'not') continue;
    const verb = kept.findIndex(({ pos }, i) => i > at && i <= at + 3 && pos === 'VERB');
    if (verb < 0 || at === 0) continue;
    const { tense } = item;
    kept[verb] = { ...kept[verb]!, tense, lower: `${tense}:${kept[verb]!.key}` };
    kept.splice(at, 1);
  }
  return kept;
}
