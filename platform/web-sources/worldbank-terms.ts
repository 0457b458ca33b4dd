/**
 * Which indicators and countries of the World Bank a text speaks of. It has no search for words: only texts that name both
 * a country and one of the quantities below, in English, can be asked about.
 */
import { composedRegExp } from '#common/composed-regexps.ts';

/** Indicators of "World Development Indicators" by the words that speak of them; the more exact ones come first. */
const INDICATORS: readonly (readonly [id: string, words: RegExp])[] = [
  ['NY.GDP.PCAP.CD', /\bgdp (?:per )?(?:capita|head|person)\b|\bper capita gdp\b/],
  [
    'NY.GDP.MKTP.KD.ZG',
    /\bgdp (?:annual )?(?:growth|grew|rose|fell|shrank|contracted)\b|\b(?:economic growth|economy (?:grew|shrank|contracted))\b/,
  ],
  ['NY.GDP.MKTP.CD', /\b(?:gdp|gross domestic product)\b/],
  ['NY.GNP.PCAP.CD', /\b(?:gni|gross national income) (?:per )?capita\b/],
  ['FP.CPI.TOTL.ZG', /\b(?:inflation|consumer prices?)\b/],
  ['SL.UEM.1524.ZS', /\byouth unemployment\b/],
  ['SL.UEM.TOTL.ZS', /\bunemploy(?:ment|ed)\b/],
  ['SL.TLF.CACT.ZS', /\blabou?r (?:force )?participation\b/],
  ['SP.POP.GROW', /\bpopulation growth\b/],
  ['SP.URB.TOTL.IN.ZS', /\burban population\b|\bpopulation (?:lives? )?(?:urban|cities)\b/],
  ['SP.POP.TOTL', /\b(?:population|inhabitants|populous)\b/],
  ['SP.DYN.LE00.IN', /\blife expectancy\b/],
  ['SP.DYN.TFRT.IN', /\b(?:fertility rate|births? per woman|children per woman)\b/],
  ['SP.DYN.CBRT.IN', /\bbirth ?rate\b/],
  ['SP.DYN.CDRT.IN', /\bdeath rate\b/],
  ['SP.DYN.IMRT.IN', /\binfant mortality\b/],
  ['SH.DYN.MORT', /\b(?:child|under 5|under five) mortality\b/],
  ['SH.STA.MMRT', /\bmaternal mortality\b/],
  ['SH.XPD.CHEX.GD.ZS', /\bhealth (?:expenditure|spending)\b/],
  ['SE.XPD.TOTL.GD.ZS', /\beducation (?:expenditure|spending)\b/],
  ['SE.ADT.LITR.ZS', /\bliteracy\b/],
  ['MS.MIL.XPND.GD.ZS', /\b(?:military|defen[cs]e) (?:expenditure|spending|budget)\b/],
  ['SI.POV.DDAY', /\b(?:extreme )?poverty\b/],
  ['SI.POV.GINI', /\bgini\b/],
  ['NE.EXP.GNFS.ZS', /\bexports?\b/],
  ['NE.IMP.GNFS.ZS', /\bimports?\b/],
  ['BX.KLT.DINV.CD.WD', /\bforeign direct investment\b/],
  ['BX.TRF.PWKR.DT.GD.ZS', /\bremittances\b/],
  ['GC.DOD.TOTL.GD.ZS', /\b(?:government|public|national) debt\b/],
  ['IT.NET.USER.ZS', /\binternet (?:users?|use|access|penetration)\b/],
  ['EG.ELC.ACCS.ZS', /\baccess (?:to )?electricity\b/],
  ['EG.FEC.RNEW.ZS', /\brenewable energy\b/],
  ['AG.LND.FRST.ZS', /\bforest (?:area|cover)\b/],
  ['AG.SRF.TOTL.K2', /\b(?:surface|land) area\b/],
];
/** The same, to find all of their words. */
const EVERY = new Map(INDICATORS.map(([id, words]) => [id, composedRegExp(words.source, 'g')]));
const MAX_INDICATORS = 3;
const MAX_COUNTRIES = 4;

/** The economies that the World Bank has figures of, by ISO 3166-1; Georgia is left out, as texts may mean the state. */
const ECONOMIES =
  'AD AE AF AG AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW ' +
  'CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FO FR GA GB GD GH GI GL GM GN GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ ' +
  'IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW ' +
  'MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM PA PE PF PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR ' +
  'SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TZ UA UG US UY UZ VC VE VN VU WS XK YE ZA ZM ZW';

/** Names beside those of CLDR, and the aggregates that texts speak of most. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'United States of America': 'US',
  USA: 'US',
  US: 'US',
  'U.S.': 'US',
  'U.S.A.': 'US',
  America: 'US',
  UK: 'GB',
  'U.K.': 'GB',
  Britain: 'GB',
  'Great Britain': 'GB',
  'Czech Republic': 'CZ',
  'Ivory Coast': 'CI',
  Turkey: 'TR',
  'Hong Kong': 'HK',
  Macao: 'MO',
  Swaziland: 'SZ',
  'East Timor': 'TL',
  Bosnia: 'BA',
  'Democratic Republic of the Congo': 'CD',
  'Republic of the Congo': 'CG',
  'Republic of Korea': 'KR',
  'Russian Federation': 'RU',
  Palestine: 'PS',
  World: 'WLD',
  'European Union': 'EUU',
  EU: 'EUU',
  Eurozone: 'EMU',
  'Euro Area': 'EMU',
};

export interface Terms {
  /** Ids of indicators. */
  indicators: readonly string[];
  /** Codes of countries and aggregates. */
  countries: readonly string[];
  /** First and last year that the text names; null: none. */
  years: readonly [first: number, last: number] | null;
}

/** Null if the text names no country or none of the quantities. */
export function termsIn(text: string): Terms | null {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.filter((word) => word !== 's') ?? [];
  const plain = words.map(plainWord);
  const joined = plain.join(' ');
  const indicators: string[] = [];
  let rest = joined;
  for (const [id, pattern] of INDICATORS) {
    if (indicators.length === MAX_INDICATORS || !pattern.test(rest)) continue;
    indicators.push(id);
    // Removes the words, so that "GDP per capita" does not count as "GDP" too.
    rest = rest.replace(EVERY.get(id)!, '|');
  }
  const countries = countriesIn(words, plain, joined);
  if (indicators.length === 0 || countries.length === 0) return null;
  const years = joined.match(/\b(?:19[6-9]\d|20\d\d)\b/g)?.map(Number) ?? [];
  return { indicators, countries, years: years.length === 0 ? null : [Math.min(...years), Math.max(...years)] };
}

/**
 * Countries whose names are not part of a longer name, such as "Mexico City", "New Mexico" or "Bank of China", which a
 * capitalized word beside the name shows, unless it begins a quantity.
 */
function countriesIn(words: readonly string[], plain: readonly string[], joined: string): string[] {
  const found: { code: string; from: number; to: number }[] = [];
  for (let from = 0; from < words.length; from++) {
    const match = longestName(words, plain, from);
    if (match === null) continue;
    found.push(match);
    from = match.to - 1;
  }
  const quantities = [...EVERY.values()]
    .flatMap((words) => joined.match(words) ?? [])
    .join(' ')
    .split(' ');
  const isOwn = (at: number) =>
    !/^\p{Lu}/u.test(words[at] ?? '') ||
    quantities.includes(plain[at]!) ||
    found.some(({ from, to }) => from <= at && at < to);
  const codes = found.filter(({ from, to }) => isOwn(from - 1) && isOwn(to)).map(({ code }) => code);
  return [...new Set(codes)].slice(0, MAX_COUNTRIES);
}

const LONGEST_NAME = 6;

function longestName(words: readonly string[], plain: readonly string[], from: number) {
  // "us" is also a pronoun, and "world" is not capitalized.
  if (!/^\p{Lu}/u.test(words[from]!)) return plain[from] === 'world' ? { code: 'WLD', from, to: from + 1 } : null;
  for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to--) {
    const code = names().get(plain.slice(from, to).join(' '));
    const isAbbreviation = to - from === 1 && words[from]!.length === 2;
    if (code !== undefined && (!isAbbreviation || words[from] === words[from]!.toUpperCase()))
      return { code, from, to };
  }
  return null;
}

let loaded: ReadonlyMap<string, string> | undefined;

/** Codes by name, plainly written. */
function names(): ReadonlyMap<string, string> {
  if (loaded !== undefined) return loaded;
  const display = new Intl.DisplayNames(['en'], { type: 'region' });
  const own = ECONOMIES.split(' ').flatMap((code) =>
    // "Myanmar (Burma)"
    (display.of(code) ?? code).split(/[()]/).map((name) => [name, code] as const),
  );
  loaded = new Map(
    [...own, ...Object.entries(OTHER_NAMES)]
      .map(([name, code]) => [plainName(name), code] as const)
      .filter(([name]) => name !== ''),
  );
  return loaded;
}

/** As `termsIn` sees a text; queries come without "of", "and" and "the". */
function plainName(name: string): string {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words
    .map(plainWord)
    .filter((word) => !['of', 'and', 'the'].includes(word))
    .join(' ');
}

function plainWord(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
