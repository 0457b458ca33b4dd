/** Finds in texts the phrases of the table that say the same, or of which one says the other. */
import type { Word } from './nlp.ts';
import { besideOf, type Phrase, phrasesFrom } from './phrase-table.ts';

/** A phrase of the table as it stands in a text. */
export interface PhraseUse {
  phrase: Phrase;
  /** Its tokens, in order; other words may stand between the first and the second. */
  tokens: readonly number[];
}

/** Words after a verb that make another verb of it: "leave out" is not "leave". */
const PARTICLES = new Set([
  ...['out', 'up', 'off', 'down', 'away', 'back', 'aside', 'over', 'forward', 'ahead', 'along', 'on', 'in', 'through'],
  ...['around', 'round', 'together', 'apart'],
]);
/** Particles that are no prepositions, after which a verb is never what it is alone. */
const PURE_PARTICLES = new Set(['out', 'up', 'off', 'down', 'away', 'back', 'aside', 'forward', 'ahead', 'apart']);
/** Words that take back what the noun after them says: "gave little support". */
const DIMINISHING = /^(?:no|not|n't|n’t|never|few|fewer|little|less|limited|scant|hardly|any|partial)$/;
/** Most words between the first word of a verb phrase and the second. */
const LONGEST_GAP = 4;

function isWord(token: Word | undefined, word: string): boolean {
  return token !== undefined && (token.lower === word || token.lemma === word);
}

function isOfClass({ class: kind, words }: Phrase, token: Word): boolean {
  if (kind === 'v') return token.pos === 'VERB' || token.pos === 'AUX';
  if (words.length > 1 || kind === 'p') return true;
  if (kind === 'n') return token.pos === 'NOUN' || token.pos === 'PROPN';
  return token.lower === words[0] && (token.pos === 'ADJ' || token.pos === 'ADV' || token.pos === 'VERB');
}

/** The token of the second word of a verb phrase whose first is at `at`; -1 if it isn't there. */
function secondWord(tokens: readonly Word[], at: number, phrase: Phrase): number {
  const word = phrase.words[1]!;
  const isBe = phrase.words[0] === 'be';
  const beforeParticle = phrase.words.length === 2 && PARTICLES.has(word);
  for (let i = at + 1; i <= at + 1 + LONGEST_GAP; i++) {
    const token = tokens[i];
    if (token === undefined) return -1;
    if (isWord(token, word)) return i;
    const { pos } = token;
    if (isBe) {
      if (pos !== 'ADV' && pos !== 'PART' && token.lower !== 'been' && token.lower !== 'being') return -1;
    } else if (DIMINISHING.test(token.lower)) return -1;
    else if (pos !== 'DET' && pos !== 'ADJ' && pos !== 'PRON' && pos !== 'NUM' && pos !== 'ADV') {
      if (!beforeParticle || (pos !== 'NOUN' && pos !== 'PROPN')) return -1;
    }
  }
  return -1;
}

// Every third word is a phrase, and texts are kept: they share these lists.
const onlyTokens: (readonly number[])[] = [];

function onlyToken(at: number): readonly number[] {
  onlyTokens[at] ??= [at];
  return onlyTokens[at];
}

function useAt(tokens: readonly Word[], at: number, phrase: Phrase): PhraseUse | null {
  const { words, class: kind } = phrase;
  // Most candidates end at their second word.
  const second = words.length === 1 ? at : kind === 'v' ? secondWord(tokens, at, phrase) : at + 1;
  if (second < 0 || (words.length > 1 && !isWord(tokens[second], words[1]!))) return null;
  for (let i = 2; i < words.length; i++) if (!isWord(tokens[second + i - 1], words[i]!)) return null;
  const last = second + Math.max(0, words.length - 2);
  const next = tokens[last + 1];
  if (kind === 'v' && words.length === 1 && PURE_PARTICLES.has(next?.lower ?? '')) return null;
  // "Cost price" is no cost, and "the free market" is not free of charge.
  if (kind === 'n' && next?.pos === 'NOUN') return null;
  return { phrase, tokens: words.length === 1 ? onlyToken(at) : [at, ...range(second, last)] };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Phrases that may begin at `at`: those whose first word it is, whose second is near enough and whose third comes next. */
function candidatesAt(tokens: readonly Word[], at: number): Phrase[] {
  const token = tokens[at]!;
  const found: Phrase[] = [];
  for (const first of formsOf(token)) {
    const phrases = phrasesFrom(first);
    if (phrases === undefined) continue;
    const { single, pairs, longer } = phrases;
    addOfClass(single, token, found);
    for (let i = at + 1; i < tokens.length && i <= at + 1 + gapAfter(token); i++) {
      for (const second of formsOf(tokens[i]!)) {
        addOfClass(pairs.get(second), token, found);
        const byThird = longer.get(second);
        if (byThird === undefined || i + 1 === tokens.length) continue;
        for (const third of formsOf(tokens[i + 1]!)) addOfClass(byThird.get(third), token, found);
      }
    }
  }
  return found;
}

function formsOf({ lower, lemma }: Word): string[] {
  return lower === lemma ? [lower] : [lower, lemma];
}

/** How many other words may stand between a phrase's first word and its second. */
function gapAfter({ pos }: Word): number {
  return pos === 'VERB' || pos === 'AUX' ? LONGEST_GAP : 0;
}

function addOfClass(phrases: readonly Phrase[] | undefined, token: Word, found: Phrase[]): void {
  if (phrases === undefined) return;
  for (const phrase of phrases) if (isOfClass(phrase, token) && !found.includes(phrase)) found.push(phrase);
}

/** The phrases of the table in a text; none that is part of a longer one. */
export function phrasesIn(tokens: readonly Word[]): PhraseUse[] {
  const uses: PhraseUse[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const candidates = candidatesAt(tokens, at);
    if (candidates.length === 0) continue;
    const here = candidates.map((phrase) => useAt(tokens, at, phrase)).filter((use) => use !== null);
    const longest = here.reduce((most, use) => Math.max(most, use.tokens.length), 0);
    for (const use of here) if (use.tokens.length === longest) uses.push(use);
  }
  const long = uses.filter((use) => use.tokens.length > 1);
  return uses.filter((use) => !long.some((other) => isPartOf(use, other)));
}

/** True for a verb and its particle: "take over", which is not "take". */
export function isParticleVerb({ phrase: { class: kind, words } }: PhraseUse): boolean {
  const [verb, particle] = words;
  // "Came out in 1979" says no more than "is of 1979".
  if (kind !== 'v' || verb === 'be' || (verb === 'come' && particle === 'out')) return false;
  return particle !== undefined && PARTICLES.has(particle) && particle !== 'in' && particle !== 'on';
}

/** The "business" of "go out of business" is no phrase by itself. */
function isPartOf(use: PhraseUse, other: PhraseUse): boolean {
  return use.tokens.length < other.tokens.length && use.tokens.every((token) => other.tokens.includes(token));
}

// A claim is compared with one passage after another.
const lines = new WeakMap<readonly PhraseUse[], ReadonlyMap<number, readonly PhraseUse[]>>();

/** The phrases by the lines of the table that they stand in. */
function linesOf(uses: readonly PhraseUse[]): ReadonlyMap<number, readonly PhraseUse[]> {
  let known = lines.get(uses);
  if (known === undefined) {
    const pairs = uses.flatMap((use) => use.phrase.entries.map(({ line }) => ({ line, use })));
    const grouped = [...Map.groupBy(pairs, ({ line }) => line)];
    known = new Map(grouped.map(([line, group]) => [line, group.map(({ use }) => use)]));
    lines.set(uses, known);
  }
  return known;
}

/**
 * The pairs of phrases of which the evidence's says what the claim's says. `has` tells whether the claim or the sentence of
 * the evidence's phrase has a word, as a lemma.
 */
export function samePhrases(
  claim: readonly PhraseUse[],
  evidence: readonly PhraseUse[],
  has: (word: string, use: PhraseUse) => boolean,
): { claim: PhraseUse; evidence: PhraseUse }[] {
  const byLine = linesOf(claim);
  const pairs: { claim: PhraseUse; evidence: PhraseUse }[] = [];
  for (const theirs of evidence) {
    for (const { line, entails } of theirs.phrase.entries) {
      const own = entails ? byLine.get(line)?.filter(({ phrase }) => phrase !== theirs.phrase) : undefined;
      if (own === undefined || own.length === 0) continue;
      const beside = besideOf(line);
      if (beside !== null && !beside.some((word) => has(word, theirs))) continue;
      for (const use of own) {
        const isKnown = pairs.some((pair) => pair.claim === use && pair.evidence === theirs);
        if (!isKnown) pairs.push({ claim: use, evidence: theirs });
      }
    }
  }
  return pairs;
}
