/** Negation words by language. A claim must keep those of its source text, and evidence must not negate what the claim states. */
import { composedRegExp } from '#common/composed-regexps.ts';

const list = (words: string) => words.split(' ');

/** Lower case, as segmented by `Intl.Segmenter`. English also has a full analysis of its own (negation.ts). */
export const NEGATION_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: list(
    'not no never none nobody nothing neither nor nowhere cannot without hardly barely scarcely seldom rarely lack lacks lacking except excluding',
  ),
  de: list(
    'nicht nichts nie niemals niemand niemanden niemandem nirgends kein keine keinen keinem keiner keines weder ohne',
  ),
  fr: list('ne pas jamais aucun aucune rien sans ni personne nullement'),
  es: list('no ni nunca jamás ningún ninguno ninguna nada nadie sin tampoco'),
  it: list('non mai né nessun nessuno nessuna niente nulla senza neppure neanche'),
  pt: list('não nem nunca jamais nenhum nenhuma ninguém nada sem tampouco'),
  nl: list('niet geen nooit niets niemand nergens zonder'),
  pl: list('nie nigdy nikt nic żaden żadna żadne żadnego żadnej ani bez'),
  zh: list(
    '不 没 没有 沒有 未 无 無 非 并非 並非 不是 不会 不會 不能 从未 從未 尚未 从不 毫无 不再 并不 並不 并没有 並沒有 不得 不予 绝不 絕不 禁止 无法 無法',
  ),
  ja: list('ない なかっ せん 無い'),
  ar: list('لا لم لن ليس ليست ليسوا غير بدون دون بلا'),
};

/** Phrases with such words that negate nothing, e.g. "not only". */
const HARMLESS: Readonly<Record<string, string>> = {
  de: 'nicht nur',
  fr: 'non seulement|pas seulement|ne serait-ce que|personnes?(?= )',
  es: 'no sólo|no solo|no solamente',
  it: 'non solo|non soltanto',
  pt: 'não só|não apenas|não somente',
  nl: 'niet alleen|niet slechts',
  pl: 'nie tylko',
  zh: '不仅|不僅|不但|不只|不同(?!意)|不过|不過|不断|不斷|无论|無論',
  ja: 'だけで(?:は)?なく|のみならず|にもかかわらず|必ず|まず|わずか|かもしれない|なければならない|なければなりません|なくてはならない|少な|危な',
};

const harmless = new Map(
  Object.entries(HARMLESS).map(([language, words]) => [language, composedRegExp(`(?:${words})`, 'giu')]),
);
/** Negations that the segmenter doesn't split off reliably: endings, and characters that may be part of a longer word. */
const PARTS: Readonly<Record<string, RegExp>> = {
  ja: /な(?:い|かった|く)|ません|ずに/u,
  zh: /[并並][不未非无無]|不[得予准许許可曾]|[绝絕毫决決]不|未[经經能曾获獲]|禁止|[无無]法|[没沒]能|勿/u,
};
const segmenters = new Map<string, Intl.Segmenter>();

/** True if the text has a negation word. Also false for languages whose negation words aren't listed. */
export function hasNegation(text: string, language: string): boolean {
  const words = new Set(NEGATION_WORDS[language]);
  if (words.size === 0) return false;
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  const pattern = harmless.get(language);
  const plain = text.normalize('NFC').toLowerCase();
  const telling = pattern === undefined ? plain : plain.replaceAll(pattern, ' ');
  if (PARTS[language]?.test(telling)) return true;
  return [...segmenter.segment(telling)].some(({ segment }) => words.has(segment) || hasElided(segment, language));
}

/** Detects the elided French "ne" in "n’est". */
const hasElided = (word: string, language: string) => language === 'fr' && /^n['’]\p{L}/u.test(word);
