/** Words of the evidence that allow its figures to be multiplied, halved or subtracted from a whole. */
import { type PhraseIndex, phrasesOf } from '#engine/values/languages/phrases.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import type { ReadText } from './read-text.ts';

/** Words that distribute a figure over several things, e.g. "each". Without them, the product of two figures means nothing. */
const DISTRIBUTIVE: Readonly<Record<string, RegExp>> = {
  en: /\b(?:each|per|apiece|every|average)\b|\bat (?:[$€£¥]|an? (?:price|rate|cost))/i,
  de: /(?<!\p{L})(?:je|pro|jede[nrs]?)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:par|chaque|chacune?)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:por|cada|al)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:per|ogni|ciascun[ao]?|al)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:por|cada|ao)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:per|elke?)(?!\p{L})/iu,
  pl: /(?<!\p{L})(?:za|każd\p{L}{1,4})(?!\p{L})/iu,
  zh: /每/u,
  ja: /につき|当たり|あたり|毎/u,
  ar: /لكل|(?<!\p{L})كل(?!\p{L})/u,
};

const HALF: Readonly<Record<string, RegExp>> = {
  en: /\bhalf\b/i,
  de: /(?<!\p{L})Hälfte(?!\p{L})/iu,
  fr: /(?<!\p{L})moitié(?!\p{L})/iu,
  es: /(?<!\p{L})mitad(?!\p{L})/iu,
  it: /(?<!\p{L})metà(?!\p{L})/iu,
  pt: /(?<!\p{L})metade(?!\p{L})/iu,
  nl: /(?<!\p{L})helft(?!\p{L})/iu,
  pl: /(?<!\p{L})połow[aęiy](?!\p{L})/iu,
  zh: /一半/u,
  ja: /半額|半分/u,
  ar: /(?<!\p{L})(?:ال)?نصف(?!\p{L})/u,
};

const REST: Readonly<Record<string, RegExp>> = {
  en: /\b(?:the rest|remainder|remaining)\b/i,
  de: /(?<!\p{L})(?:Rest|restlichen?|übrigen?)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:le reste|restante?s?)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:el resto|restantes?)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:il resto|restant[ei])(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:o resto|restantes?)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:de rest|overige)(?!\p{L})/iu,
  pl: /(?<!\p{L})(?:reszt[aęy]|pozostał\p{L}{1,3})(?!\p{L})/iu,
  zh: /其余|剩余/u,
  ja: /残り/u,
  ar: /(?<!\p{L})(?:والباقي|الباقي)(?!\p{L})/u,
};

/** True if the evidence gives an amount for each of several things: "per", "je", "每". */
export function statesRate({ text, language }: ReadText): boolean {
  return DISTRIBUTIVE[language]?.test(text) ?? false;
}

/** True if the evidence speaks of a half. */
export function statesHalf({ text, language }: ReadText): boolean {
  return HALF[language]?.test(text) ?? false;
}

/** True if the evidence speaks of the rest that a share leaves. */
export function statesRest({ text, language }: ReadText): boolean {
  return REST[language]?.test(text) ?? false;
}

/** Largest multiplier; prose seldom multiplies by more. */
const MOST_TIMES = 1_000;

/** Units of time that rates use: their length in seconds and their English name. */
const TIMES: readonly (readonly [seconds: number, english: string])[] = [
  [60, 'minute'],
  [3_600, 'hour'],
  [86_400, 'day'],
  [7 * 86_400, 'week'],
];

/**
 * The multiplier that "three days" or "two adults" of a claim implies. Null if the evidence gives no figure per day or per item
 * counted.
 */
export function timesOf({ low, high, bound, factor, dimension, counted }: Quantity, evidence: ReadText): number | null {
  const times = low / factor;
  if (low !== high || bound !== 'exact' || !Number.isInteger(times) || times < 2 || times > MOST_TIMES) return null;
  if (dimension === 'time') return isGivenBy(factor, evidence) ? times : null;
  const head = counted.at(-1);
  if (dimension !== 'count' || head === undefined) return null;
  return isPriced(head, evidence) ? times : null;
}

/** Whether the evidence prices the noun: "Adults 74 crowns", "each adult pays 74 crowns". */
function isPriced(noun: string, evidence: ReadText): boolean {
  const { tokens, items } = evidence;
  if (statesRate(evidence)) return tokens.some(({ lemma }) => lemma === noun);
  return items.some(({ quantity, start }) => quantity !== null && tokens[start - 1]?.lemma === noun);
}

/** Whether the evidence gives a figure per this unit of time: "90 crowns a day", "100元每天". */
function isGivenBy(seconds: number, evidence: ReadText): boolean {
  const { text, language } = evidence;
  const unit = TIMES.find(([factor]) => factor === seconds)?.[1];
  if (unit === undefined) return false;
  if (language === 'en') {
    const words = [...text.toLowerCase().matchAll(/\b(?:an?|per|each|every) (minute|hour|day|week)\b/g)];
    return words.some(([, found]) => found === unit);
  }
  return statesRate(evidence) && namesOf(`${unit}s`, phrasesOf(language).units).some((name) => text.includes(name));
}

function namesOf(english: string, index: PhraseIndex): string[] {
  return [...index.values()].flat().flatMap((phrase) => (phrase.english[0] === english ? [phrase.words] : []));
}
