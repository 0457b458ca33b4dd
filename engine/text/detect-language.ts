/** Guesses the language of a text, well enough to know whether the English rules apply. */

const COMMON_WORDS: Record<string, Set<string>> = {
  en: words(
    'the of and to in a is was that for it with as on by he she be this are at from or an were had his her which not have has but they its who will',
  ),
  de: words(
    'der die das und ist nicht ein eine von mit auf für dem den des sich im zu wurde auch als er sie es wird sind hat bei nach aus',
  ),
  fr: words('le la les des et est une dans du pour que qui sur au pas avec il elle ce sont par plus ne se ont été à'),
  es: words('el la los las de y en un una que es por con para del se su no al lo como más fue son está'),
  it: words('il lo gli di e è un una che per con del della non si sono nel dei alla da più come anche le'),
  pt: words('o os as de e em um uma que é do da não para com por se no na dos das mais foi ao são'),
  nl: words('de het een en van is dat in op te zijn met voor niet aan er om ook als bij door naar werd'),
  sv: words('och att det som en på är av för med den till inte har de om ett han var från'),
  pl: words('i w na z do się nie jest że to o jak po od za przez był są dla'),
  tr: words('ve bir bu da de için ile olarak en çok daha olan gibi sonra kadar ne'),
};

function words(list: string): Set<string> {
  return new Set(list.split(' '));
}

const SCRIPTS: [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['el', /\p{Script=Greek}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['th', /\p{Script=Thai}/u],
];

/** Number of characters of a text that are examined. */
const SAMPLE_LENGTH = 5000;
/** Minimum share of a language's common words in a text in that language. */
const LOWEST_SHARE = 0.08;
/** Minimum share of unaccented letters for a text without evidence of another language to count as English. */
const PLAIN_SHARE = 0.9;

/** Minimum number of common words for a text to count as foreign; foreign names and titles have one or two. */
const FEWEST_FOREIGN_WORDS = 4;

/** The English pronoun "I", the only one capitalised within a sentence. */
const PRONOUN_I = /(?<!\p{L})I(?!\p{L})/gu;

/** The languages that have a word among their common ones. */
const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, common] of Object.entries(COMMON_WORDS))
  for (const word of common) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);

/** How many of the words are common in English, and in the other language that has most. */
function commonWords(tokens: readonly string[]): { english: number; foreign: number; language: string } {
  const hits = new Map<string, number>();
  for (const token of tokens)
    for (const language of LANGUAGES_OF.get(token) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1);
  const english = hits.get('en') ?? 0;
  hits.delete('en');
  const [language, foreign] = [...hits].reduce((most, next) => (next[1] > most[1] ? next : most), ['und', 0]);
  return { english, foreign, language };
}

/**
 * ISO 639-1 code of the likeliest language, 'und' if there is no evidence for any. Plain Latin letters without evidence
 * of another language count as English.
 */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const tokens = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (tokens.length === 0) return 'und';
  const script = scriptOf(tokens);
  if (script !== null) return script;
  const { foreign, language, ...common } = commonWords(tokens);
  // Counted in the original case: a lower-case "i" is also a word in Polish and Swedish.
  const english = common.english + (sample.match(PRONOUN_I)?.length ?? 0);
  const isForeign =
    foreign >= Math.min(FEWEST_FOREIGN_WORDS, tokens.length / 3) &&
    foreign > 2 * english &&
    foreign >= tokens.length * LOWEST_SHARE;
  if (isForeign) return language;
  const letters = tokens.join('');
  const plain = letters.replace(/[^a-z]/gu, '').length;
  return english >= tokens.length * LOWEST_SHARE || plain >= letters.length * PLAIN_SHARE ? 'en' : 'und';
}

/** True if one sentence of an English text is plainly in another language; a few foreign words don't suffice. */
export function isForeignSentence(text: string): boolean {
  const tokens =
    text
      .slice(0, SAMPLE_LENGTH)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (tokens.length === 0) return false;
  if (scriptOf(tokens) !== null) return true;
  const { english, foreign } = commonWords(tokens);
  return foreign >= FEWEST_FOREIGN_WORDS && foreign > 2 * english;
}

/** The language of the script that prevails among the letters; null for other scripts such as Latin. */
function scriptOf(tokens: readonly string[]): string | null {
  const joined = tokens.join('').slice(0, 2_000);
  if (/^\p{Script=Latin}*$/u.test(joined)) return null;
  const letters = [...joined].slice(0, 1_000);
  for (const [language, script] of SCRIPTS) {
    const share = letters.filter((letter) => script.test(letter)).length / letters.length;
    if (share > (language === 'ja' ? 0.1 : 0.4)) return language;
  }
  return null;
}
