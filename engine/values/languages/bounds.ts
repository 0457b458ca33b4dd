/** Words beside a figure or date that express a bound or relation, with their English equivalents. CLDR has no such words. */

type Table = readonly (readonly [english: string, words: string])[];

/**
 * Words before a figure or date, in lower case, separated by "|". The English is in the form that engine/values/bounds.ts and
 * date-relations.ts read.
 */
const TABLES: Readonly<Record<string, Table>> = {
  de: [
    ['about', 'etwa|rund|circa|ca.|ungefähr|knapp|fast|beinahe|annähernd|an die'],
    ['at least', 'mindestens|wenigstens|zumindest|nicht weniger als|nicht unter'],
    ['at most', 'höchstens|maximal|bis zu|nicht mehr als|nicht über'],
    ['more than', 'mehr als|über|gut'],
    ['less than', 'weniger als|unter'],
    ['before', 'vor|vor dem'],
    ['after', 'nach|nach dem'],
    ['since', 'seit|seit dem|ab|ab dem'],
    ['until', 'bis|bis zum'],
    ['in', 'in|im|jahr|jahre|jahres|anno|sommer|winter|herbst|frühjahr|frühling|anfang|mitte|ende'],
  ],
  fr: [
    ['about', 'environ|près de|presque|quelque|à peu près|autour de'],
    ['at least', "au moins|au minimum|pas moins de|pas moins d’|pas moins d'"],
    ['at most', "au plus|au maximum|jusqu’à|jusqu'à|pas plus de|pas plus d’|pas plus d'"],
    ['more than', "plus de|plus d’|plus d'"],
    ['less than', "moins de|moins d’|moins d'"],
    ['before', 'avant|avant le'],
    ['after', 'après|après le'],
    ['since', 'depuis|depuis le|à partir de|dès'],
    ['in', "en|année|l’année|l'année|an|été|hiver|printemps|automne|début|fin"],
  ],
  es: [
    ['about', 'unos|unas|cerca de|casi|aproximadamente|alrededor de'],
    ['at least', 'al menos|como mínimo|por lo menos|no menos de'],
    ['at most', 'como máximo|hasta|no más de'],
    ['more than', 'más de'],
    ['less than', 'menos de'],
    ['before', 'antes de|antes del'],
    ['after', 'después de|tras'],
    ['since', 'desde|desde el|a partir de'],
    ['in', 'en|año|verano|invierno|otoño|primavera'],
  ],
  it: [
    ['about', 'circa|quasi|intorno a|all’incirca'],
    ['at least', 'almeno|come minimo|non meno di'],
    ['at most', 'al massimo|fino a|non più di'],
    ['more than', 'più di|oltre'],
    ['less than', 'meno di'],
    ['before', 'prima del'],
    ['after', 'dopo il'],
    ['since', 'dal|a partire dal'],
    ['until', 'fino al'],
    ['in', 'nel|anno|del|estate|inverno'],
  ],
  pt: [
    ['about', 'cerca de|quase|aproximadamente|uns|umas'],
    ['at least', 'pelo menos|no mínimo|não menos de|não menos que'],
    ['at most', 'no máximo|até|não mais de|não mais que'],
    ['more than', 'mais de'],
    ['less than', 'menos de'],
    ['before', 'antes de'],
    ['after', 'depois de|após'],
    ['since', 'desde|a partir de'],
    ['in', 'em|ano'],
  ],
  nl: [
    ['about', 'ongeveer|circa|zo’n|bijna|rond|ruim'],
    ['at least', 'minstens|ten minste|tenminste|minimaal|niet minder dan'],
    ['at most', 'hoogstens|maximaal|tot wel|niet meer dan'],
    ['more than', 'meer dan|boven'],
    ['less than', 'minder dan|onder'],
    ['before', 'voor|vóór'],
    ['after', 'na'],
    ['since', 'sinds|vanaf'],
    ['until', 'tot'],
    ['in', 'in|jaar|zomer|winter'],
  ],
  pl: [
    ['about', 'około|ok.|blisko|prawie|niemal'],
    ['at least', 'co najmniej|przynajmniej|nie mniej niż'],
    ['at most', 'co najwyżej|najwyżej|maksymalnie|nie więcej niż'],
    ['more than', 'ponad|więcej niż'],
    ['less than', 'mniej niż|poniżej'],
    ['before', 'przed'],
    ['after', 'po'],
    ['since', 'od'],
    ['until', 'do'],
    ['in', 'w|roku|rok|we'],
  ],
  zh: [
    ['about', '约|大约|近|将近'],
    ['at least', '至少|不少于|不低于'],
    ['at most', '至多|最多|不超过|不多于|不高于'],
    ['more than', '超过|多于'],
    ['less than', '不到|少于|不足'],
    ['since', '自|自从'],
    ['in', '于|在'],
  ],
  ja: [
    ['about', '約|およそ'],
    ['at least', '少なくとも'],
    ['at most', '最大|最多'],
  ],
  ar: [
    ['about', 'حوالي|نحو|قرابة|زهاء|تقريبا'],
    ['at least', 'ما لا يقل عن|على الأقل'],
    ['at most', 'على الأكثر|لا يزيد عن|لا يتجاوز'],
    ['more than', 'أكثر من'],
    ['less than', 'أقل من'],
    ['before', 'قبل'],
    ['after', 'بعد'],
    ['since', 'منذ|منذ عام'],
    ['until', 'حتى'],
    ['in', 'في|عام|سنة|العام'],
  ],
};

/** Words after a figure, its unit or the noun it counts. */
const BEHIND: Readonly<Record<string, Table>> = {
  ja: [
    ['at least', '以上'],
    ['at most', '以下'],
    ['less than', '未満'],
    ['more than', 'を超え|超'],
    ['about', 'ほど|程度|くらい|ぐらい'],
  ],
  zh: [
    ['at least', '以上'],
    ['at most', '以下|以内'],
    ['more than', '多|余'],
    ['about', '左右'],
  ],
};

/** Words after a date, in languages that put them there. English has them before the date. */
const BEHIND_DATES: Readonly<Record<string, Table>> = {
  ja: [
    ['since', 'から|以来|以降'],
    ['until', 'まで'],
    ['before', '以前|より前'],
  ],
  zh: [
    ['since', '以来|起'],
    ['until', '为止'],
    ['before', '之前|以前'],
    ['after', '之后|以后'],
  ],
};

/** Words between the two ends of a range. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  de: ['bis'],
  fr: ['à'],
  es: ['a'],
  it: ['a'],
  pt: ['a'],
  nl: ['tot'],
  pl: ['do'],
  zh: ['至', '到'],
  ja: ['から', '〜', '～'],
  ar: ['إلى'],
};

/**
 * Words for "and" that join the ends of a range after a word such as "between". Without that word they join two separate figures.
 */
const ANDS: Readonly<Record<string, { and: string; opened: RegExp }>> = {
  fr: { and: 'et', opened: /(?:^|\s)entre\s$/u },
  es: { and: 'y', opened: /(?:^|\s)entre\s$/u },
  it: { and: 'e', opened: /(?:^|\s)(?:tra|fra)\s$/u },
  pt: { and: 'e', opened: /(?:^|\s)entre\s$/u },
  nl: { and: 'en', opened: /(?:^|\s)tussen\s$/u },
};

const entries = (table: Table = []) =>
  table.flatMap(([english, words]) => words.split('|').map((phrase) => [phrase, english.split(' ')] as const));

const before = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** Maps each lower-case phrase to its English words, one token each. */
function boundsOf(language: string): ReadonlyMap<string, readonly string[]> {
  const known = before.get(language) ?? new Map(entries(TABLES[language]));
  before.set(language, known);
  return known;
}

/** Number of characters before a figure that are searched for such a phrase. */
const LONGEST_BOUND = 24;
const ARTICLE = /(?:^|[\s(])(?:dem|den|der|die|das|le|la|les|los|las|el|il|o|os|as|i|de|del|di|het)$/u;

/** The English words for the bound or relation phrase at the end of the lower-case `text`; null if there is none. */
export function boundBefore(language: string, text: string, isSpaceless: boolean): readonly string[] | null {
  const near = text.slice(-LONGEST_BOUND).trimEnd();
  const phrases = boundsOf(language);
  for (const end of [near, near.replace(ARTICLE, '').trimEnd()]) {
    for (let from = 0; from < end.length; from++) {
      if (!isSpaceless && from > 0 && /[\p{L}\p{M}]/u.test(end.charAt(from - 1))) continue;
      const english = phrases.get(end.slice(from));
      if (english !== undefined) return english;
    }
  }
  return null;
}

/** Longest unit or counter, in characters, between a figure and such a word. */
const LONGEST_COUNTER = 6;

/** The English words for the bound that follows the figure or its unit in `rest`; null if there is none. */
export function boundBehind(language: string, rest: string): readonly string[] | null {
  const near = /^[^\d\s.,、。，]{0,8}/u.exec(rest)![0];
  const found = entries(BEHIND[language]).find(([words]) => {
    const at = near.indexOf(words);
    return at >= 0 && at <= LONGEST_COUNTER;
  });
  return found?.[1] ?? null;
}

/** The English words for the relation that follows the date at the beginning of `rest`; null if there is none. */
export function relationBehind(language: string, rest: string): readonly string[] | null {
  return entries(BEHIND_DATES[language]).find(([words]) => rest.startsWith(words))?.[1] ?? null;
}

/** True for a word that may join two figures, and so is not a noun that the first one counts. */
export const joinsFigures = (language: string, word: string): boolean =>
  RANGES[language]?.includes(word) === true || ANDS[language]?.and === word;

/** True if the word joins two figures to a range. `before`: the lower-case text before the first figure. */
export function joinsRange(language: string, word: string, before: string): boolean {
  if (RANGES[language]?.includes(word)) return true;
  const joined = ANDS[language];
  return joined?.and === word && joined.opened.test(before.slice(-LONGEST_OPENING));
}

const LONGEST_OPENING = 8;
