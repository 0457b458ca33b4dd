/** Corrects part-of-speech tags that the neighbouring words rule out: the tagger often takes verbs for plural nouns. */

import { startsWithCapital } from '#engine/text/letters.ts';
import { isKnownWord } from '#engine/text/lexicon.ts';
import type { PartOfSpeech, Token } from '#engine/text/nlp.ts';
import { MODALS, regularBase, verbForms } from '#engine/text/verbs.ts';
import { byWord, wordSet } from '#engine/text/word-lists.ts';
import type { Word } from './word.ts';

/** Corrects the tags of a sentence's words in place. */
export function correctTags(words: Word[]): void {
  retagAcronyms(words);
  retagFirst(words);
  for (let i = 0; i < words.length; i++) retag(words, i);
  retagTitles(words);
  retagOnlyVerb(words);
  retagVerbOfClauses(words);
}

const FIXED_TAGS = byWord({ PRON: 'who whom which', CCONJ: 'and or but', AUX: 'is are was were', VERB: 'born' });

/** The tag of a token, corrected for words that can have only one. */
export function correctedTag(token: Token): PartOfSpeech {
  return FIXED_TAGS.get(token.lower) ?? token.pos;
}

/** A word whose tag is to be corrected, with its neighbours. */
interface Neighbourhood {
  words: readonly Word[];
  /** Index of the word. */
  i: number;
  before: Word;
  word: Word;
  after: Word;
}

/** Corrects tags that the neighbouring words rule out. The tagger often takes third-person verbs for plural nouns. */
function retag(words: Word[], i: number): void {
  const [before, word, after] = [words[i - 1], words[i]!, words[i + 1]];
  if (before === undefined || after === undefined) return;
  const place = { words, i, before, word, after };
  // Each correction sees the tags that those before it have set.
  if (isThirdPerson(place)) asVerb(word, word.lemma, word.lower.slice(0, -1));
  if (isOwned(place)) asOther(word, 'NOUN');
  retagSince(words, i);
  if (isAfterModal(place) || opensObject(place)) asVerb(word, word.lemma);
  if (isPastOfSubject(place)) asVerb(word, regularBase(word.lower));
  if (isOfName(place)) asOther(word, 'PROPN');
}

/** Retags a known plural that is capitalised only because it opens the sentence: "Employees who …". */
function retagFirst([first]: Word[]): void {
  if (first?.pos === 'PROPN' && /^\p{Lu}\p{Ll}+[^su]s$/u.test(first.text) && isKnownWord(first.lower.slice(0, -1)))
    asOther(first, 'NOUN');
}

function asVerb(word: Word, lemma: string, base = lemma): void {
  word.pos = 'VERB';
  word.lemma = lemma;
  word.forms = verbForms(word.lower, base);
}

function asOther(word: Word, pos: Word['pos']): void {
  word.pos = pos;
  word.forms = null;
}

/**
 * Whether the noun is a verb in the third person: "Ada leads the firm", or "has 12 ports and exports nearly 40 tonnes", as no
 * quantity follows a plural noun.
 */
function isThirdPerson({ words, i, before, word, after }: Neighbourhood): boolean {
  const followsName =
    before.pos === 'PROPN' || (before.pos === 'PRON' && /^(?:he|she|it|who|which)$/u.test(before.lower));
  const hasComplement = /^(?:ADP|DET|PRON|ADV)$/u.test(after.pos);
  const takesQuantity =
    before.lower === 'and' &&
    (after.pos === 'NUM' ||
      (words[i + 2]?.pos === 'NUM' && /^(?:about|around|nearly|almost|roughly|some|over)$/u.test(after.lower)));
  return word.pos === 'NOUN' && ((followsName && hasComplement) || takesQuantity) && THIRD_PERSON_VERBS.has(word.lower);
}

/** Whether the verb is a noun, as a possessive precedes it: "her works at the Salons", "his leads". */
const isOwned = ({ before, word }: Neighbourhood) =>
  word.pos === 'VERB' && THIRD_PERSON_VERBS.has(word.lower) && /^(?:his|her|its|their|our|my)$/u.test(before.lower);

/** Whether the word is a verb after a modal: "may lower pressure". */
const isAfterModal = ({ before, word, after }: Neighbourhood) =>
  before.pos === 'AUX' &&
  MODALS.has(before.lower) &&
  /^(?:DET|NOUN|PRON|ADJ|PROPN)$/u.test(after.pos) &&
  /^(?:ADJ|NOUN)$/u.test(word.pos);

/** Whether the adjective is a verb, as it stands between "and" and an article: "… and slow the pulse". */
const opensObject = ({ before, word, after }: Neighbourhood) =>
  word.pos === 'ADJ' &&
  before.pos === 'CCONJ' &&
  after.pos === 'DET' &&
  /^(?:the|an?|his|her|its|their)$/u.test(after.lower);

/**
 * Whether the adjective is a past form, as no adjective can stand there: "Ada retired from the firm", "was born in Hull and
 * educated at Leeds".
 */
function isPastOfSubject({ words, i, before, word, after }: Neighbourhood): boolean {
  const isAfterSubject =
    before.pos === 'PROPN' || (before.pos === 'PRON' && /^(?:he|she|it|they|who|which)$/u.test(before.lower));
  const isJoined = before.lower === 'and' && /^(?:NOUN|PROPN|NUM|PUNCT|PRON)$/u.test(words[i - 2]?.pos ?? '');
  const isForm = word.pos === 'ADJ' && /\p{L}{2}ed$/u.test(word.lower);
  return isForm && (isAfterSubject || isJoined) && /^(?:ADP|DET)$/u.test(after.pos);
}

/** Whether the word belongs to a name, as it is capitalised inside the sentence: "bought Beats", "Kingdom Come". */
function isOfName({ before, word, after }: Neighbourhood): boolean {
  if (before.pos === 'PUNCT' || !/^(?:VERB|ADJ|NOUN|X)$/u.test(word.pos)) return false;
  const isCapital = /^\p{Lu}[\p{L}'’-]*\p{Ll}/u.test(word.text) && /\p{Ll}$/u.test(before.text);
  return isCapital || (startsWithCapital(word.text) && (before.pos === 'PROPN' || after.pos === 'PROPN'));
}

/** Corrects "since" and its participle in "has since starred in": between them and the auxiliary, "since" opens no clause. */
function retagSince(words: readonly Word[], i: number): void {
  const [before, word, after] = [words[i - 1]!, words[i]!, words[i + 1]!];
  if (word.lower !== 'since' || word.pos !== 'SCONJ' || !HAVE.test(before.lower)) return;
  if (/^(?:NOUN|ADJ)$/u.test(after.pos) && /\p{L}{2}ed$/u.test(after.lower)) {
    after.pos = 'VERB';
    after.lemma = regularBase(after.lower);
    after.forms = verbForms(after.lower, after.lemma);
  }
  if (/^(?:VERB|AUX|ADV)$/u.test(after.pos)) word.pos = 'ADV';
}

const HAVE = /^(?:has|have|had|['’]ve)$/u;
/**
 * Makes a form in -ed before a complement a verb if the sentence has no other: "Ada Stone, the first director, retired in 2022".
 */
function retagOnlyVerb(words: Word[]): void {
  if (words.some((word) => word.pos === 'VERB' || word.pos === 'AUX')) return;
  const at = words.findIndex(
    ({ pos, lower }, i) =>
      pos === 'ADJ' &&
      /\p{L}{2}ed$/u.test(lower) &&
      i > 0 &&
      /^(?:NOUN|PROPN|PRON|PUNCT)$/u.test(words[i - 1]!.pos) &&
      /^(?:ADP|DET|ADV|PROPN|PUNCT)$/u.test(words[i + 1]?.pos ?? ''),
  );
  if (at < 0) return;
  const word = words[at]!;
  word.pos = 'VERB';
  word.lemma = regularBase(word.lower);
  word.forms = verbForms(word.lower, word.lemma);
}

/** Makes a third-person form with a complement a verb if its clause has no other: "…, and a new filter costs about 20 euros". */
function retagVerbOfClauses(words: Word[]): void {
  for (let from = 0; from < words.length; ) {
    const breaks = words.findIndex(({ text }, i) => i >= from && /^[,;:.!?]$/u.test(text));
    const end = breaks < 0 ? words.length : breaks;
    const mark = words[end]?.text;
    const isComplete = mark !== ',' || words[end + 1]?.pos === 'CCONJ';
    const opens =
      (from === 0 && isComplete) ||
      (isComplete && !words.slice(0, from).some((word) => word.pos === 'VERB' || word.pos === 'AUX')) ||
      words[from - 1]?.text === ';' ||
      /^(?:and|but|yet|while|though|although)$/u.test(words[from]?.lower ?? '');
    const clause = words.slice(from, end);
    if (opens) retagThirdPerson(clause);
    from = end + 1;
  }
}

function retagThirdPerson(clause: readonly Word[]): void {
  const verb = clause.find(({ pos, lower }, i) => {
    if (pos !== 'NOUN' || !(THIRD_PERSON_VERBS.has(lower) || NEVER_NOUNS.test(lower))) return false;
    const before = clause[i - 1]?.pos ?? '';
    const after = clause[i + 1]?.pos ?? '';
    const isFirst = !clause.slice(0, i).some((word) => word.pos === 'VERB' || word.pos === 'AUX');
    const follows =
      /^(?:NOUN|PROPN|NUM|PRON|ADV)$/u.test(before) ||
      /^(?:that|same|other|latter|former|old)$/u.test(clause[i - 1]?.lower ?? '');
    const continues =
      /^(?:DET|ADV|ADP|SCONJ|NUM|SYM|PRON)$/u.test(after) || /^(?:less|more|to)$/u.test(clause[i + 1]?.lower ?? '');
    return isFirst && follows && continues;
  });
  if (verb === undefined) return;
  verb.pos = 'VERB';
  verb.forms = verbForms(verb.lower, verb.lower.slice(0, -1));
}

/**
 * Retags acronyms that look like pronouns or verbs in lower case as names: "the WHO", "the US", "IT". In text that is all in
 * capitals, they stay as they are.
 */
function retagAcronyms(words: Word[]): void {
  if (!words.some((word) => /^\p{Ll}{2}/u.test(word.text))) return;
  for (const word of words) {
    if (!/^(?:WHO|US|IT|IS|ARE)$/u.test(word.text)) continue;
    word.pos = 'PROPN';
    word.lower = word.text;
    word.forms = null;
  }
}

/** Maximum number of words in a quoted title. */
const LONGEST_TITLE = 9;

/** Retags a capitalised quotation inside a sentence as a name: verbs in a title aren't predicates of the sentence. */
function retagTitles(words: Word[]): void {
  let open = -1;
  for (let i = 0; i < words.length; i++) {
    const { text } = words[i]!;
    if (open < 0 && (text === '"' || text === '“')) open = i;
    else if (open >= 0 && (text === '"' || text === '”')) {
      const title = words.slice(open + 1, i);
      const isTitle = title.length > 0 && title.length <= LONGEST_TITLE && title.every(isTitleWord);
      if (isTitle && open > 0) {
        for (const word of title) {
          if (word.pos === 'PUNCT' && !/^[,.!?]$/u.test(word.text)) continue;
          if (word.pos !== 'PUNCT') word.pos = 'PROPN';
          word.forms = null;
        }
      }
      open = -1;
    }
  }
}

const isTitleWord = (word: Word) =>
  /^[^\p{Ll}]/u.test(word.text) ||
  /^(?:of|the|a|an|and|in|on|to|for|at|or|with|is|by|from|da|do|de|del|di|du|das|dos|la|le|el|y)$/u.test(word.text);

/** Third-person verb forms that the tagger takes for plural nouns, although nobody uses these. */
const NEVER_NOUNS = /^(?:goes|gets|comes|becomes|gives|brings|keeps|takes|sells|pays|grows|fails)$/u;

/** Third-person verb forms that are also plural nouns. */
const THIRD_PERSON_VERBS = wordSet(
  'lives works plays studies houses hosts ranks serves stands covers features states claims reports votes produces results offers holds ' +
    'uses needs runs starts leads heads stars tours leaves rises falls costs measures weighs lies sits means helps causes supports supplies ' +
    'orders shows notes names records receives contains forms marks moves exports imports trades ships processes stores ' +
    'lands accounts benefits counts',
);
