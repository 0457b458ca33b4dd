/** Finds proper names as runs of capitalised tokens. Also maps the names of a country to one key. */

import { isNameJoint, joinsWords } from './hyphens.ts';
import { startsWithCapital } from './letters.ts';
import { isKnownWord } from './lexicon.ts';
import type { Token } from './nlp.ts';
import { isPlaceName } from './places.ts';
import { rowsIn } from './word-lists.ts';

const NEVER_INITIAL = new Set(['DET', 'PRON', 'ADP', 'CCONJ', 'SCONJ', 'AUX', 'ADV', 'PART', 'INTJ']);

/** Small words inside names: "Vincent van Gogh". Without "of", because it also joins two names. */
const CONNECTORS = new Set(['de', 'da', 'del', 'van', 'von', 'der', 'den', 'la', 'le', 'al', 'bin', 'ibn', '&']);

function isCapitalised(text: string): boolean {
  return text !== 'I' && startsWithCapital(text);
}

function startsSentence(tokens: readonly Token[], sentenceOf: readonly number[], at: number): boolean {
  let i = at - 1;
  while (i >= 0 && sentenceOf[i] === sentenceOf[at] && /^["“'‘(]$/.test(tokens[i]!.text)) i--;
  return i < 0 || sentenceOf[i] !== sentenceOf[at];
}

/** True if a neighbouring word is in all capitals too. Then the text is in capitals, and they don't mark an acronym. */
function isShouted(tokens: readonly Token[], at: number): boolean {
  const isLoud = (token: Token | undefined) => token !== undefined && /^\p{Lu}{3,}$/u.test(token.text);
  return isLoud(tokens[at - 1]) || isLoud(tokens[at + 1]);
}

function isNameToken(tokens: readonly Token[], sentenceOf: readonly number[], at: number): boolean {
  const token = tokens[at]!;
  if (!isCapitalised(token.text)) return token.pos === 'PROPN' && /\p{Lu}/u.test(token.text);
  // Acronyms such as "WHO" and "US": a word in all capitals among words that aren't.
  if (/^\p{Lu}{2,6}$/u.test(token.text) && !isShouted(tokens, at)) return true;
  if (!startsSentence(tokens, sentenceOf, at)) return token.pos !== 'PRON' && token.pos !== 'DET';
  if (NEVER_INITIAL.has(token.pos)) return false;
  if (token.pos === 'PROPN') return true;
  // "Drake Bell …": the tagger is unreliable at the start of a sentence; a capitalised proper noun after it decides.
  const next = tokens[at + 1];
  return next !== undefined && isCapitalised(next.text) && next.pos === 'PROPN';
}

const COURTESY_TITLES = /^(?:mr|mrs|ms|miss|dr|prof|mme|mlle|sir)\.?$/;

/** True for courtesy titles such as "Mr" and "Dr", which are not part of a name. */
export function isCourtesyTitle({ lower }: Pick<Token, 'lower'>): boolean {
  return COURTESY_TITLES.test(lower);
}

/**
 * True for a headline in title case: at least five words, nearly all capitalised, including some that are never capitalised
 * inside a sentence.
 */
function isTitleCase(tokens: readonly Token[]): boolean {
  const words = tokens.filter((token) => /^\p{L}/u.test(token.text));
  const capitals = words.filter((token) => isCapitalised(token.text));
  const isOdd = capitals.slice(1).some((token) => token.isStopWord || NEVER_INITIAL.has(token.pos));
  return words.length >= 5 && capitals.length >= words.length * 0.8 && isOdd;
}

/** True for the nickname in 'Duane "Dog" Chapman' and for the surname after it: both belong to the name. */
function isNickname(tokens: readonly Token[], last: number, at: number): boolean {
  if (last !== at - 2 || !/^["“”]$/.test(tokens[at - 1]!.text)) return false;
  const opens = /^["“”]$/.test(tokens[at + 1]?.text ?? '') && isCapitalised(tokens[at + 2]?.text ?? '');
  return opens || (at >= 4 && /^["“”]$/.test(tokens[at - 3]!.text) && isCapitalised(tokens[at - 4]!.text));
}

/** Whether the token joins two names: the hyphen of "Marie-Luce" or dash of "Cassini–Huygens", with no space around it. */
function joinsNames(tokens: readonly Token[], at: number): boolean {
  return isNameJoint(tokens[at]!.text) && joinsWords(tokens, at);
}

/**
 * Returns for every token the number of the name it belongs to, or -1. Tokens `taken` by dates or quantities get -1, and so do
 * the small words inside a name.
 */
export function findNames(
  tokens: readonly Token[],
  sentenceOf: readonly number[],
  taken: readonly boolean[],
): number[] {
  const names = new Array<number>(tokens.length).fill(-1);
  const inTitleCase = isTitleCase(tokens);
  let current = -1;
  let last = -9;
  for (let i = 0; i < tokens.length; i++) {
    if (taken[i] || !isNameToken(tokens, sentenceOf, i)) continue;
    // In a headline a capital doesn't mark a name: only words that the lexicon lacks count as names.
    if (inTitleCase && (tokens[i]!.isStopWord || isKnownWord(tokens[i]!.lower) || isKnownWord(tokens[i]!.lemma)))
      continue;
    // The title in "Dr Noll" is not part of the name.
    if (isCourtesyTitle(tokens[i]!) && isCapitalised(tokens[i + 1]?.text ?? '')) continue;
    const connected =
      isNickname(tokens, last, i) ||
      last === i - 1 ||
      (last === i - 2 && (CONNECTORS.has(tokens[i - 1]!.lower) || joinsNames(tokens, i - 1)));
    if (!connected || sentenceOf[i] !== sentenceOf[last]) current++;
    names[i] = current;
    last = i;
  }
  return names;
}

/** Each row has the names, short forms and adjectives of a country or continent. The first entry is the row's key. */
const PLACES = rowsIn(
  'usa us u.s u.s. u.s.a america american americans united_states|uk u.k. britain british great_britain united_kingdom|' +
    'england english|scotland scottish|wales welsh|ireland irish|france french|germany german germans|italy italian italians|' +
    'spain spanish|portugal portuguese|netherlands dutch holland|belgium belgian|switzerland swiss|austria austrian|sweden swedish|' +
    'norway norwegian|denmark danish|finland finnish|poland polish|russia russian russians|ukraine ukrainian|greece greek|' +
    'turkey turkish|china chinese|japan japanese|korea korean|india indian indians|pakistan pakistani|iran iranian|iraq iraqi|' +
    'israel israeli|egypt egyptian|nigeria nigerian|kenya kenyan|canada canadian canadians|mexico mexican|brazil brazilian|' +
    'argentina argentine argentinian|chile chilean|colombia colombian|cuba cuban|australia australian australians|europe european|' +
    'africa african|asia asian|hungary hungarian|czech czechia czech_republic|romania romanian|vietnam vietnamese|thailand thai|' +
    'philippines filipino|indonesia indonesian|' +
    'armenia armenian|mongolia mongolian|peru peruvian|venezuela venezuelan|taiwan taiwanese|jamaica jamaican|morocco moroccan|' +
    'algeria algerian|ethiopia ethiopian|ghana ghanaian|bangladesh bangladeshi|nepal nepalese|malaysia malaysian|' +
    'singapore singaporean|syria syrian|lebanon lebanese|croatia croatian|serbia serbian|slovenia slovenian|slovakia slovak|' +
    'bulgaria bulgarian|albania albanian|iceland icelandic|estonia estonian|latvia latvian|lithuania lithuanian|' +
    'afghanistan afghan|ecuador ecuadorian|uruguay uruguayan',
);

const PLACE_KEYS = new Map<string, string>();
for (const names of PLACES) for (const name of names) PLACE_KEYS.set(name, names[0]!);

/** The common key of a country's names, short forms and adjectives; null for other words. Takes lower case. */
export function placeKey(lower: string): string | null {
  return PLACE_KEYS.get(lower) ?? null;
}

/** True if the lower-case word names a place: one of the gazetteer, or a country or continent (also as an adjective). */
export function namesPlace(lower: string): boolean {
  return isPlaceName(lower) || placeKey(lower) !== null;
}
