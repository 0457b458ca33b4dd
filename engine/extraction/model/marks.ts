/**
 * Words that change what a statement says, whatever else it says. A claim must have those of its pieces and no others. They are
 * found by word lists, not by grammar. Where the lists find too many, the claim is rejected and the pieces' own words are used.
 */
import { NEGATION_WORDS } from '#engine/text/negation-words.ts';

type ByLanguage = Readonly<Record<string, ReadonlySet<string>>>;

const list = (words: string) => new Set(words.split(' '));
const lists = (byLanguage: Readonly<Record<string, string>>): ByLanguage =>
  Object.fromEntries(Object.entries(byLanguage).map(([language, words]) => [language, list(words)]));

/** Words that negate a statement. */
const NEGATIONS: ByLanguage = Object.fromEntries(
  Object.entries(NEGATION_WORDS).map(([language, words]) => [language, new Set(words)]),
);

/** Words that say how many, how much or how often, and words for the only, the first or the most. */
const QUANTIFIERS = lists({
  en:
    'all every everyone everybody everything each any both half most majority minority some several many few fewer fewest more less least only just exactly entirely solely exclusively first last ' +
    'always usually often sometimes mainly mostly partly almost nearly about around approximately roughly circa over under above below than maximum minimum twice ' +
    'largest smallest highest lowest longest shortest oldest youngest best worst biggest greatest earliest latest',
  de: 'alle jede jeder jedes nur mindestens höchstens maximal minimal etwa rund ca fast mehr weniger',
  fr: 'tous toutes chaque seulement moins plus environ',
  es: 'todos todas cada solo sólo solamente apenas menos más casi',
  it: 'tutti tutte ogni solo almeno circa meno più',
  pt: 'todos todas cada só apenas menos mais quase cerca',
  nl: 'alle elke ieder iedere alleen slechts minstens hoogstens ongeveer bijna meer minder',
  pl: 'wszyscy wszystkie każdy każda każde tylko jedynie około prawie więcej mniej',
  zh: '只 仅 僅 所有 全部 每 至少 最多 大约 大約 几乎 幾乎',
  ja: 'だけ のみ すべて 全て 約 ほぼ 以上 以下',
  ar: 'كل جميع فقط نحو حوالي أكثر أقل إلا',
});
/**
 * English words, mostly quantifiers and negations, that refer to a whole. A part of the sentence that is left out may say which
 * whole.
 */
const WHOLES = list(
  'all every everyone everybody everything each any both half most majority only solely exclusively first last always none no never nobody nothing largest smallest highest lowest longest shortest ' +
    'oldest youngest best worst biggest greatest earliest latest fewest least',
);

/** Words that present something as possible, wanted or due. */
const MODALITY = lists({
  en:
    'can could may might must shall should will would ought likely unlikely probably possibly perhaps maybe allegedly reportedly apparently supposedly potentially ' +
    'expected planned plans intends intended hopes aims due proposed seems seem appears appear nearly so-called alleged would-be former acting',
  de: 'soll sollen sollte kann könnte wird würde darf muss vielleicht wahrscheinlich angeblich',
  fr: 'peut pourrait devrait doit sera peut-être',
  es: 'puede podría debe debería será quizás',
  it: 'può potrebbe deve sarà forse',
  pt: 'pode poderia deve será talvez',
  nl: 'kan zou zal moet mag misschien waarschijnlijk',
  pl: 'może mógłby musi będzie powinien chyba podobno',
  zh: '可能 也许 也許 或许 或許 据说 據說',
  ja: 'らしい そう そうだ ようだ ろう しょう',
  ar: 'قد ربما سوف يمكن يجب',
});

/** Words that put a statement under a condition, attribute it to somebody, or call it false. They reach across commas. */
const GOVERNING = lists({
  en:
    'if unless provided whether according said says say saying claims claim claimed claiming tells told reports reported argues argued believes believed thinks ' +
    'thought estimates estimated suggests suggested alleges alleged warns warned insists insisted denies denied deny rumour rumours rumor myth false falsely untrue wrong ' +
    'wrongly incorrect incorrectly hoax fake doubt doubts doubtful pretends pretended imagine suppose supposed fiction legend',
  de: 'wenn falls laut zufolge sagte behauptet',
  fr: 'si selon d’après',
  es: 'si según dijo',
  it: 'se secondo disse',
  pt: 'se segundo disse',
  nl: 'als indien volgens zei',
  pl: 'jeśli jeżeli według powiedział',
  zh: '如果 要是 假如 若 据 據 称 稱 说 說',
  ja: 'もし 場合 なら による によれ よる よれ',
  ar: 'إذا لو إن وفق حسب قال زعم',
});

/** Times that depend on when the text was written. A claim keeps these words. */
const RELATIVE_TIMES = lists({
  en: 'yesterday today tomorrow tonight now currently recently soon ago this next previous',
  de: 'gestern heute morgen',
  fr: 'hier aujourd’hui demain',
  es: 'ayer hoy mañana',
  it: 'ieri oggi domani',
  pt: 'ontem hoje amanhã',
  nl: 'gisteren vandaag morgen',
  pl: 'wczoraj dziś dzisiaj jutro',
  zh: '昨天 今天 明天 去年 今年 明年 现在 現在',
  ja: '昨日 今日 明日 去年 今年 来年',
  ar: 'أمس اليوم غدا',
});

export type MarkKind = 'negation' | 'quantifier' | 'modality' | 'governing' | 'time';

const KINDS: readonly (readonly [MarkKind, ByLanguage])[] = [
  ['negation', NEGATIONS],
  ['governing', GOVERNING],
  ['modality', MODALITY],
  ['quantifier', QUANTIFIERS],
  ['time', RELATIVE_TIMES],
];

/** The forms by which such lists know a word in lower case: "isn't" is "is" and "not". */
export function markForms(lower: string): string[] {
  const plain = lower.replaceAll("'", '’');
  if (plain === 'cannot') return ['can', 'not'];
  if (plain === 'won’t') return ['will', 'not'];
  if (/n’t$/u.test(plain)) return [plain.slice(0, -3), 'not'];
  // Arabic attaches "and" to the word that follows.
  if (/^[وف]\p{Script=Arabic}{2}/u.test(plain)) return [plain, plain.slice(1)];
  return [plain.replace(/’(?:s|re|ve|d|m)$/u, '')];
}

/** Words with at least this many letters mean the same in all languages ("circa"); shorter ones do not ("se", "si"). */
const ANYWHERE = 4;

/**
 * How the word changes a statement; null if it is in no list that counts. `language` in ISO 639-1. In English, only its own lists
 * count. In other languages, the longer words of all lists count too. In a language without lists, all words of all lists count.
 */
export function markKind(word: string, language: string): MarkKind | null {
  const isOwnAlone = language === 'en' || (language in GOVERNING && [...word].length < ANYWHERE);
  const has = (words: ByLanguage) =>
    isOwnAlone ? words[language]?.has(word) : Object.values(words).some((each) => each.has(word));
  return KINDS.find(([, words]) => has(words) === true)?.[0] ?? null;
}

/** True for words that refer to a whole: "only", "every", "largest". */
export const isWhole = (word: string): boolean => WHOLES.has(word);
