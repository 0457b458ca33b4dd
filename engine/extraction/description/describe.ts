/** Describes a claim: entities, dates, quantities, type, jurisdiction, and materiality (how much harm an error would do). */
import { composedRegExp } from '#common/composed-regexps.ts';
import type { ClaimType, Materiality } from '#contracts/vocabulary.ts';
import { canBePerson } from '#engine/text/class-nouns.ts';
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import { MONTH_PATTERN, WEEKDAY_PATTERN } from '#engine/values/calendar.ts';
import type { Word } from '../grammar/word.ts';
import { jurisdictionIn } from './country-names.ts';
import { ALLEGATION, HEALTH, LAW, MONEY, SAFETY } from './signals.ts';

export type Description = Pick<
  ExtractedClaim,
  'claim_type' | 'materiality' | 'entities' | 'dates_and_temporal_scope' | 'quantities_and_units' | 'jurisdiction'
>;

export interface ClaimContext {
  /** Whether it is the first, last or only statement of the text. */
  carriesConclusion: boolean;
  /** Names that replaced a pronoun in the claim. */
  names: readonly string[];
}

const MONTH = `(?:${MONTH_PATTERN}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?`;
const YEAR = '(?:1[0-9]|20)\\d{2}';
const DATE = composedRegExp(
  [
    `\\b\\d{1,2}(?:st|nd|rd|th)?\\s(?:of\\s)?${MONTH}(?:,?\\s${YEAR})?\\b`,
    `\\b${MONTH}\\s\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s${YEAR})?`,
    `\\b${MONTH}\\s${YEAR}\\b`,
    '\\b\\d{4}-\\d{2}-\\d{2}\\b',
    `\\b(?:since|until|before|after|between|from|in|by|during|around|circa|c\\.)\\s(?:early\\s|late\\s|mid-?\\s?|the\\s)*${YEAR}s?(?:\\s?(?:–|-|to|and|until)\\s?(?:${YEAR}|\\d{2}))?\\b`,
    `\\b${YEAR}\\s?(?:–|-|to)\\s?(?:${YEAR}|\\d{2}|present)\\b`,
    `\\b(?:the\\s)?(?:early\\s|late\\s|mid-?\\s?)?${YEAR}s?\\b(?!\\s(?:people|men|women|miles|km|meters|metres|feet|dollars|votes|units))`,
    '\\b(?:the\\s)?(?:early\\s|late\\s|mid-?)?\\d{1,2}(?:st|nd|rd|th)[\\s-]century(?:\\s(?:BC|BCE|AD|CE))?\\b',
    '\\b\\d{1,4}\\s(?:BC|BCE|AD|CE)\\b',
    `\\b(?:yesterday|today|tonight|tomorrow|currently|nowadays|(?:last|this|next|past)\\s(?:year|month|week|decade|century|quarter|spring|summer|autumn|fall|winter|${WEEKDAY_PATTERN}))\\b`,
    '\\b(?:\\d{1,3}|a|one|two|three|four|five|six|seven|eight|nine|ten|several|a\\sfew)\\s(?:days?|weeks?|months?|years?|decades?|centuries)\\s(?:ago|earlier|later)\\b',
    `\\b(?:in|since|until|by|during)\\s(?:early\\s|late\\s|mid-)?${MONTH}(?!\\p{L})`,
  ].join('|'),
  'giu',
);

const NUMBER_WORD =
  '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half|twice|dozens?|hundreds?|thousands?|millions?|billions?)';
const QUALIFIER =
  '(?:(?:about|around|approximately|roughly|nearly|almost|over|under|at least|at most|more than|less than|fewer than|up to|only|some|exactly)\\s)?';
const SCALE = '(?:\\s?(?:hundred|thousand|million|billion|trillion|bn|m|k)\\b)?';
const QUANTITY = composedRegExp(
  `(?<![\\p{L}\\p{N}])${QUALIFIER}(?:[$€£¥]\\s?\\d{1,24}(?:,\\d{3}){0,8}(?:\\.\\d{1,24})?${SCALE}|\\d{1,24}(?:,\\d{3}){0,8}(?:\\.\\d{1,24})?(?:st|nd|rd|th)?${SCALE}(?:\\s?%|\\s?°[CF]?|[\\s-](?:of\\s)?\\p{L}[\\p{L}-]{0,40})?|${NUMBER_WORD}(?:[\\s-]${NUMBER_WORD}){0,8}(?:\\s(?:of\\s)?\\p{L}[\\p{L}-]{0,40})?)`,
  'giu',
);
const BARE_YEAR = composedRegExp(`^${YEAR}$`, 'u');
const TITLE = /["“]([^"”]{2,80})["”]/gu;
const JOINERS = new Set([
  ...['of', 'de', 'van', 'von', 'der', 'la', 'le', 'del', 'di', 'da', 'dos', 'das', 'al', 'bin', 'ibn', '&', 'the'],
  ...['for', 'and'],
]);

/** Describes the claim `text`. `words`: the words of its sentence that it was made from. */
export function describe(text: string, words: readonly Word[], context: ClaimContext): Description {
  const { dates, rest } = datesIn(text);
  const quantities = quantitiesIn(rest);
  const entities = distinct([...context.names, ...entitiesIn(text, words)]);
  const matter = { isOfLaw: LAW.test(text), isOfHealth: HEALTH.test(text) };
  const claim_type = typeOf(text, words, { ...matter, dates, quantities });
  const namesPerson = words.some((word) => word.pos === 'NOUN' && canBePerson(word.lower));
  const content = { ...matter, entities, dates, quantities, claim_type, namesPerson };
  return {
    claim_type,
    materiality: materialityOf(text, content, context),
    entities,
    dates_and_temporal_scope: dates,
    quantities_and_units: quantities,
    jurisdiction: matter.isOfLaw
      ? jurisdictionIn(
          text
            .replace(/[^\p{L}\p{N}.'’-]+/gu, ' ')
            .split(' ')
            .map(withoutStop),
        )
      : null,
  };
}

const withoutStop = (text: string) => text.replace(/(?<=\p{L}{3})[.]$/u, '');

/** The dates of the text, and the text with blanks in their place. */
function datesIn(text: string): { dates: string[]; rest: string } {
  const found: string[] = [];
  const rest = text.replace(DATE, (date) => {
    found.push(withoutStop(date));
    return ' '.repeat(date.length);
  });
  return { dates: distinct(found), rest };
}

function quantitiesIn(withoutDates: string): string[] {
  const found = (withoutDates.match(QUANTITY) ?? []).map((quantity) => quantity.trim());
  return distinct(
    found
      .filter((quantity) => !BARE_YEAR.test(quantity))
      .map((quantity) =>
        quantity.replace(
          /(?:\s(?:and|or|in|to|on|at|by|for|from|was|were|is|are|of|the|with|as|but|that|who|which)){1,6}$/iu,
          '',
        ),
      ),
  );
}

/** Runs of proper nouns with the small words that join them, and quoted titles. */
function entitiesIn(text: string, words: readonly Word[]): string[] {
  const found: string[] = [];
  for (let i = 0; i < words.length; ) {
    if (words[i]!.pos !== 'PROPN') {
      i++;
      continue;
    }
    const end = nameEnd(words, i);
    found.push(joinWords(words, i, end));
    i = end;
  }
  for (const [, title] of text.matchAll(TITLE)) if (isTitleCase(title!)) found.push(title!);
  return distinct(found.filter((name) => name.length > 1 && !/^\p{L}\.$/u.test(name) && text.includes(name)));
}

/** True for a title, not a quotation: every longer word is capitalised. */
const isTitleCase = (text: string) =>
  text.split(/\s+/u).every((word) => !/^\p{Ll}\p{L}{3,}/u.test(word)) && !/[,.!?]$/u.test(text);

/** Index after the name that starts at `from`. A joiner counts only between proper nouns; "and" and commas never do. */
function nameEnd(words: readonly Word[], from: number): number {
  let end = from + 1;
  if (
    /^(?:section|article|proposition|title|chapter|amendment|apollo|channel|formula|flight)$/u.test(
      words[from]!.lower,
    ) &&
    words[end]?.pos === 'NUM'
  ) {
    return end + 1;
  }
  while (end < words.length) {
    const word = words[end]!;
    const isGlued = word.start === words[end - 1]!.end;
    if (
      word.pos === 'PROPN' ||
      (isGlued && (word.text === '-' || word.text === '.' || word.text === '&') && words[end + 1]?.pos === 'PROPN')
    ) {
      end++;
    } else if (JOINERS.has(word.lower) && word.lower !== 'and') {
      const next = word.lower !== 'the' && words[end + 1]?.lower === 'the' ? end + 2 : end + 1;
      if (words[next]?.pos !== 'PROPN' || word.lower === 'for' || word.lower === 'the') break;
      end = next + 1;
    } else break;
  }
  return end;
}

function joinWords(words: readonly Word[], from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += (i > from && words[i]!.start > words[i - 1]!.end ? ' ' : '') + words[i]!.text;
  return text;
}

const distinct = (values: readonly string[]) => [...new Set(values.map((value) => value.trim()))].slice(0, 40);

const CITATION =
  /\bet al\b|\bdoi:|\barxiv\b|\(\p{Lu}[\p{L}-]+(?: (?:and|&) \p{Lu}[\p{L}-]+)?,? (?:19|20)\d{2}[a-z]?\)|\b(?:published|appeared|reported) in (?:the )?(?:journal|nature|science|lancet|bmj|jama)\b|\bthe journal\b/iu;
const CAUSAL =
  /\b(?:because|caus(?:e|es|ed|ing)|due to|led to|leads? to|results? (?:in|from)|resulted (?:in|from)|therefore|consequently|contribut\w* to|responsible for|trigger(?:s|ed)|prevents?|prevented|increases? the risk|reduces? the risk|thanks to|as a result)\b/iu;
const COMPARATIVE =
  /\b(?:\p{L}{2,24}er|more|less|fewer|rather|other|worse|better) (?:\p{L}{1,24} ){0,6}than\b|\b(?:most|least) \p{L}+|\bthe (?:\p{L}{1,24} )?(?:\p{L}{3,24}est|best|worst|first|last|only) \p{L}+|\bas \p{L}{1,24} as\b|\bcompared (?:to|with)\b|\btwice as\b/iu;
const DEFINITION =
  /\b(?:is|are) (?:defined as|known as|called|a (?:type|kind|form|term|branch|measure) of|the (?:process|study|term|name|practice))\b|\b(?:refers? to|means|stands for|is short for)\b/iu;
const EXISTENCE = /^(?:\p{L}+,? )?there (?:is|are|was|were|has been|have been|exists?)\b|\b(?:exists?|existed)\b/iu;
const IDENTITY = /\b(?:is|are|was|were) (?:an?|the) /iu;
const RELATION =
  /\b(?:married|wife|husband|son of|daughter of|father of|mother of|brother of|sister of|member of|part of|owned by|owns|owned|belongs? to|subsidiary|ceo|president of|capital of|located in|lies in|situated|borders?|founder of|author of|works? (?:for|at)|signed (?:for|with)|affiliated|successor|directed by|written by|produced by|starring|led by|headquartered|based in)\b/iu;
const TEMPORAL_VERB =
  /\b(?:born|died|founded|established|began|started|ended|opened|closed|released|published|launched|built|lasted|completed|formed|elected|created)\b/iu;

/** The features of a text that determine its type. */
interface Matter {
  isOfLaw: boolean;
  isOfHealth: boolean;
  dates: readonly string[];
  quantities: readonly string[];
}

function typeOf(text: string, words: readonly Word[], { isOfLaw, isOfHealth, dates, quantities }: Matter): ClaimType {
  const isReported = words.some(
    (word, i) =>
      i > 0 &&
      word.pos === 'VERB' &&
      REPORTING_LEMMAS.has(word.lemma) &&
      /^(?:say|tell|claim|state|announce|argue|declare|write|tweet|testify|deny|admit)$/u.test(word.lemma),
  );
  if ((/["“”]/u.test(text) && isReported) || (isReported && /\bthat\b/u.test(text))) return 'quotation';
  if (CITATION.test(text)) return 'citation';
  if (
    isOfLaw &&
    /\b(?:law|act|court|legal|illegal|statut\w*|constitution\w*|regulat\w*|prohibit\w*|banned|convict\w*|sentenced|amendment|sued|lawsuit|legislation)\b/iu.test(
      text,
    )
  )
    return 'legal';
  if (isOfHealth) return 'medical';
  if (CAUSAL.test(text)) return 'causal';
  if (COMPARATIVE.test(text)) return 'comparative';
  if (EXISTENCE.test(text)) return 'existence';
  if (quantities.some((quantity) => /\d/u.test(quantity))) return 'numerical';
  if (dates.length > 0 && TEMPORAL_VERB.test(text)) return 'temporal';
  if (DEFINITION.test(text)) return 'definitional';
  if (RELATION.test(text)) return 'relation';
  if (quantities.length > 0) return 'numerical';
  if (IDENTITY.test(text)) return words[0]?.pos === 'PROPN' || words[0]?.pos === 'PRON' ? 'attribute' : 'definitional';
  return words.some((word) => word.forms?.past === true) ? 'event' : 'attribute';
}

interface Content extends Matter {
  entities: readonly string[];
  claim_type: ClaimType;
  /** True if a common noun refers to a person: "the owners", "a judge". */
  namesPerson: boolean;
}

const CONCLUDING =
  /\b(?:overall|in total|total|therefore|thus|in conclusion|results? shows?|on average|average|rate|percent|per cent|majority|record|population)\b|%/iu;
const COLOUR =
  /\b(?:beautiful|lovely|charming|warm|sunny|cozy|friendly|elegant|quiet|colou?rful|delicious|gently|softly|cheerful|scenic|picturesque|favou?rite|smil(?:ed|ing)|laughed|wore|dressed)\b/iu;

function materialityOf(text: string, content: Content, { carriesConclusion }: ClaimContext): Materiality {
  const hasNumber = content.quantities.some((quantity) => /\d/u.test(quantity));
  if (content.claim_type === 'legal' || content.claim_type === 'medical') return 'high';
  if (content.isOfHealth || content.isOfLaw || MONEY.test(text) || SAFETY.test(text)) return 'high';
  if (ALLEGATION.test(text) && (content.entities.length > 0 || content.namesPerson)) return 'high';
  if (hasNumber && (carriesConclusion || CONCLUDING.test(text))) return 'high';
  const isAnchored = content.entities.length > 0 || content.quantities.length > 0 || content.dates.length > 0;
  if (!isAnchored && (COLOUR.test(text) || content.claim_type === 'attribute')) return 'low';
  return COLOUR.test(text) && !hasNumber && content.dates.length === 0 ? 'low' : 'medium';
}
