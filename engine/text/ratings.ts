/** The words of fact checks: labels before what is examined, before what is so, and what comes of it. */
import { composedRegExp } from '#common/composed-regexps.ts';

/** What a fact check says of a claim. `open`: neither true nor false, such as "half true" or "misleading". */
export type FactCheckRating = 'true' | 'false' | 'open';

const NUMBER = '(?:\\s*(?:(?:#|no\\.?)\\s*)?\\d{1,3})?';
const MARK = '(?:\\s*:|\\s+[–—-])\\s*';

const EXAMINED = composedRegExp(
  `^["“'(*•-]*\\s*(?:(?:the|a|viral|false|popular|common|widespread|online|original|misleading|fake)\\s+)*(?:${[
    'claims?|myths?|misconceptions?|rumou?rs?|legends?|hoax(?:es)?|fiction|falsehoods?|false|fake|untrue|debunked',
    'what (?:was|is|they) (?:claim(?:ed)?|said)',
  ].join('|')})(?:\\s+(?:busted|debunked|review|reviewed|examined))?${NUMBER}${MARK}`,
  'i',
);
const STATED = composedRegExp(`^(?:the\\s+)?(?:facts?|truth|reality|answer|correction)${NUMBER}(?:${MARK}|\\s*$)`, 'i');
const RATING_LABEL =
  '(?:(?:our|the|final|overall|fact[- ]check)\\s+)*(?:rating|ruling|verdict|conclusion|finding|judge?ment|fact[- ]check)';

/** Of each rating its words, as adjectives and as nouns; nouns alone are labels. */
const WORDS: readonly (readonly [FactCheckRating, adjectives: string, nouns: string])[] = [
  [
    'open',
    'mostly false|mostly true|partly (?:false|true)|partially (?:false|true)|half[- ]true|misleading|unproven|unverified',
    'missing context|needs context|a mixture',
  ],
  [
    'false',
    'false|untrue|not true|not correct|incorrect|inaccurate|fake|debunked|fabricated|made[- ]up|baseless|unfounded|wrong',
    'a hoax|hoax|a myth|myth|fiction|a lie|nonsense|pants on fire',
  ],
  ['true', 'true|correct|accurate', 'a fact|fact'],
];
const RATINGS = WORDS.map(([rating, ...words]) => [rating, composedRegExp(`^(?:${words.join('|')})$`, 'i')] as const);
const ADJECTIVES = WORDS.map(([, adjectives]) => adjectives).join('|');
const VALUES = WORDS.map(([, ...words]) => words.join('|')).join('|');
/** What can be said of a statement alone: "it was wrong" may speak of a deed. */
const OF_STATEMENTS =
  'false|untrue|true|not true|misleading|unproven|unverified|fabricated|baseless|made[- ]up|a hoax|a myth|fiction|nonsense';
/** What is said of a statement only with "this" or "that": "it is fake" may speak of a painting. */
const OF_THIS = 'fake';
/** What may stand before a value. Only some of it leaves the value what it is: "barely true" isn't true. */
const DEGREES =
  '(?:(?:not\\s+(?:\\w+ly|quite|all)|only|just|quite|half|almost|somewhat|far\\s+from|at\\s+best|\\w+ly)[\\s-]+){0,3}';
const EMPHASIS =
  /^(?:(?:absolutely|actually|categorically|certainly|clearly|completely|definitely|demonstrably|entirely|factually|flatly|fully|just|obviously|patently|plainly|really|simply|totally|utterly|wholly)\s+)+/i;
const END = '\\s*(?:[.!,;:]|["”\']?$)';
/** What takes back part of a "true" before it: "True, but it lacks context". */
const RESTRICTED = /\b(?:but|however|although|though|only|except|unless|yet|mislead\w*|context)\b/i;

const LABELLED = composedRegExp(`^${RATING_LABEL}(?:\\s*[:–—-]\\s*|\\s+is\\s+)(${DEGREES}(?:${VALUES}))${END}`, 'i');
const ALONE = composedRegExp(`^(${DEGREES}(?:${ADJECTIVES}))[.!]*$`, 'i');
const SAID_OF_IT = composedRegExp(
  `^(?:but\\s+|however,?\\s+)?(?:(?:this|that|the)\\s+(?:claim|statement|post|story|rumou?r)\\s+(?:is|was|has\\s+been)\\s+(${DEGREES}(?:${VALUES}))|(?:this|that|it)(?:\\s+is|\\s+was|['’]s)\\s+(${DEGREES}(?:${OF_STATEMENTS}))|(?:this|that)(?:\\s+is|\\s+was|['’]s)\\s+(${DEGREES}(?:${OF_THIS})))${END}`,
  'i',
);
const QUOTATION =
  '(?:this|that|the|these|those)\\s+(?:\\w+\\s+)?(?:quotes?|quotations?)(?:,[^,.]{1,60},|\\s+(?:attributed|ascribed)\\s+to(?:\\s+\\S+){1,4}?)?';
/** Of a quotation it is said whether it was made, or whether it is right; which one, the words seldom tell. */
const SAID_OF_QUOTATION = composedRegExp(
  `^(?:but\\s+|however,?\\s+)?${QUOTATION}\\s+(?:is|was|are|were|ha(?:s|ve)\\s+been)\\s+(?:${DEGREES}(?:${VALUES})${END}|(?:\\w+ly\\s+)?(?:fabricated|fake|made[- ]up(?!\\s+of\\b)|invented|misattributed|not\\s+(?:genuine|authentic|real))\\b)`,
  'i',
);
const FABRICATED = /\b(?:fabricated|fake|made[- ]up)\b/i;
const LABEL_ALONE = composedRegExp(`^${RATING_LABEL}\\s*:?$`, 'i');

const NAMES_OF_MYTHS =
  'myths?|misconceptions?|urban legends?|rumou?rs?|hoax(?:es)?|falsehoods?|false claims?|viral claims?|fake news|conspiracy theor(?:y|ies)';
const HEADING = composedRegExp(
  `^(?:(?:the|a|\\d{1,3}|some|top|common|popular|widespread|other|more|most|persistent|frequent)\\s+)*(?:${NAMES_OF_MYTHS})${NUMBER}(?:\\s+(?:about|on|of|around|surrounding|regarding|concerning)\\s.{1,80})?:?$`,
  'i',
);
const CLAIM_HEADING = composedRegExp(`^(?:the\\s+)?(?:claim|what (?:was|is) (?:claimed|said))${NUMBER}:?$`, 'i');

/** Whether a heading says that what follows is examined, and not stated: "Claim", "Common myths about the tower". */
export function headsExamined(heading: string): boolean {
  const line = heading.trim();
  return HEADING.test(line) || CLAIM_HEADING.test(line);
}

/** What follows a label such as "Myth 2:" or "Claim –"; null without one. */
export function afterExaminedLabel(sentence: string): string | null {
  const label = EXAMINED.exec(sentence)?.[0];
  return label === undefined ? null : sentence.slice(label.length);
}

/** Whether it begins with "Fact:" or the like, or is nothing else. */
export function isLabelledStated(sentence: string): boolean {
  return STATED.test(sentence);
}

/** "Rating", which the value itself follows. */
export function isRatingLabel(line: string): boolean {
  return LABEL_ALONE.test(line.trim());
}

/** What a sentence says of what stands before it: "Rating: False", "This claim is false"; null if it says nothing of it. */
export function ratingIn(sentence: string): FactCheckRating | null {
  const line = sentence.trim();
  if (SAID_OF_QUOTATION.test(line)) return 'open';
  const found = LABELLED.exec(line) ?? SAID_OF_IT.exec(line);
  if (found === null) return null;
  const [whole, ...values] = found;
  const rating = ratingOf(values.find((value) => value !== undefined)!);
  return rating === 'true' && RESTRICTED.test(line.slice(whole.length)) ? 'open' : rating;
}

/** The rating that a line consists of, as after a label of its own: "False". */
export function ratingAlone(line: string): FactCheckRating | null {
  const value = ALONE.exec(line.trim())?.[1];
  return value === undefined ? null : ratingOf(value);
}

/** Whether a rating may say that words were never said, and not that they are false: "Fake", "This is made up". */
export function callsFabricated(rating: string): boolean {
  return FABRICATED.test(rating);
}

/** Of a value with its degree. One that isn't listed, such as "barely true", is neither true nor false. */
function ratingOf(value: string): FactCheckRating {
  const plain = value.replace(EMPHASIS, '').replaceAll(/\s+/g, ' ');
  return RATINGS.find(([, words]) => words.test(plain))?.[0] ?? 'open';
}

/** How the words of others are given; the group holds them. The first that fits counts. */
const REPORTS = [
  /["“„«]([^"“”„«»]{15,})["”“»]/,
  /^['‘](.{15,})['’][.!]?$/,
  /\b(?:claim|alleg|assert|say|said|stat(?:es|ed|ing|ement)|suggest|insist|argu|believ|post|rumou?r|stor(?:y|ies)|quote|myth)\w*\s+that\s+(\S.*)/is,
  /\b(?:claim(?:s|ed)?|say|says|said|stat(?:es|ed)|reads?|wrote|posts?|posted|rumou?rs?|myth)\s*:\s+(\S.*)/is,
  /\b(?:claim(?:s|ed)|says|said|wrote)\s*,\s+(\S.*)/is,
];

/** Verbs that deny what somebody says, and their nouns: "his denial of". "A disputed post" is a post nevertheless. */
const DENIAL_VERBS = [
  '(?<!\\b(?:an?|the|this|these|another)\\s(?:(?:widely|hotly|long|much|often|thoroughly)[\\s-])?)(?:denied|refuted|rejected|disputed|dismissed|disproved|debunked|contested|contradicted|rebuffed|retracted|recanted|repudiated|disavowed|rebutted)',
  'den(?:y|ies|ying)|refut(?:es?|ing)|reject(?:s|ing)?|disput(?:es?|ing)|dismiss(?:es|ing)?|disprov(?:es?|ing)',
  'debunk(?:s|ing)?|contradict(?:s|ing)?|rebuff(?:s|ing)?|retract(?:s|ing)?|recant(?:s|ing)?|repudiat(?:es?|ing)',
  'disavow(?:s|ing)?|rebut(?:s|ting)?|doubt(?:s|ed|ing)',
  '(?:denials?|refutations?|rejections?|retractions?|rebuttals?)(?=\\s+(?:of|that)\\b)',
];
/** Other words by which something is not said, or not by the one it is ascribed to. */
const UNSAID = [
  '(?:refus|declin|fail|neglect)\\w*\\s+to|unable\\s+to|stopp(?:ed|ing)\\s+short\\s+of|far\\s+from',
  '(?:without|instead\\s+of|rather\\s+than)\\s+(?:(?:ever|\\w+ly)\\s+)?(?:say|claim|stat|assert|alleg|suggest|writ)ing',
  '(?:false|untrue|incorrect|unlikely|a\\s+lie)\\s+that',
  'misquot\\w+|misattribut\\w+|(?:falsely|wrongly|incorrectly)\\s+(?:quot\\w+|attribut\\w+|ascribed|credited)',
];
const NEGATIVE = [
  'never(?!-)|none|nobody|no[\\s-]one|nothing|neither|nor|nowhere|cannot|hardly|barely|scarcely|seldom|rarely',
  '(?<!\\bor\\s)not(?!-|\\s+(?:only|just|merely|long\\s+(?:ago|after))\\b)',
  // "No. 10", "no fewer than", "with no evidence": but "no evidence that".
  'no(?!-|\\.?\\s*\\d|\\s+(?:fewer|less|more|later|doubt)\\b|\\s+(?:evidence|proof|sources?|basis)\\b(?!\\s+(?:that|of|for)\\b))',
];
const DENIAL = composedRegExp(`\\b(?:${[...DENIAL_VERBS, ...UNSAID, ...NEGATIVE].join('|')})\\b|n['’]t\\b`, 'i');
/** A denial without a word of reporting: "denied that …". */
const DENIED_CONTENT = composedRegExp(`\\b(?:${DENIAL_VERBS.join('|')})\\s+that\\b`, 'i');

interface Report {
  words: string;
  /** The sentence before and after the words. */
  frame: [before: string, after: string];
}

function reportIn(line: string): Report | null {
  for (const report of REPORTS) {
    const found = report.exec(line);
    if (found === null) continue;
    const words = found[1]!;
    const start = found.index + found[0].lastIndexOf(words);
    return { words, frame: [line.slice(0, start), line.slice(start + words.length)] };
  }
  return null;
}

function isDenied({ frame }: Report): boolean {
  return frame.some((part) => DENIAL.test(part));
}

/**
 * What a sentence says that others say: 'The post reads: "…"', "The firm claims that …"; null if it reports nothing, or
 * denies that it was said or is so: a rating of "She never said that …" tells nothing of what she never said.
 */
export function wordsReportedIn(sentence: string): string | null {
  const report = reportIn(sentence.trim());
  return report === null || isDenied(report) ? null : report.words;
}

/** Whether a sentence gives words and denies them: "She never said that …", "He denied that …". */
export function deniesReport(sentence: string): boolean {
  const report = reportIn(sentence.trim());
  return report === null ? DENIED_CONTENT.test(sentence) : isDenied(report);
}

const SAYING =
  /\b(?:claim(?:s|ed|ing)?|say(?:s|ing)?|said|stat(?:es?|ed|ing)|alleg(?:es?|ed|ing)|writes?|wrote|reads?|quot(?:es?|ed|ing))\b/i;
/** What carries words that nobody in particular has said. */
const UNSIGNED =
  /\b(?:posts?|posted|tweets?|videos?|clips?|photos?|images?|memes?|messages?|articles?|stor(?:y|ies)|rumou?rs?|claims?|websites?|pages?|sites?|headlines?|captions?|screenshots?|leaflets?|letters?|emails?|legends?|myths?|hoax(?:es)?|users?|accounts?|people|some|many|it)\b/i;
const EMPTY = /\b(?:that|which|also|falsely|wrongly|as)\b|[^\p{L}\s]/giu;

/** Whether a sentence gives words as those of somebody, and not only as those of a post or a rumour. */
export function namesSpeaker(sentence: string): boolean {
  const report = reportIn(sentence.trim());
  if (report === null) return false;
  const around = report.frame
    .flatMap((part) => part.split(SAYING))
    .filter((part) => part.replaceAll(EMPTY, '').trim() !== '');
  return around.some((part) => !UNSIGNED.test(part)) || namesSpeaker(report.words);
}

const CLAIM_IN_LAW =
  /\b(?:fil(?:e|es|ed|ing)|lodg(?:e|es|ed|ing)|br(?:ing|ings|ought)|submit(?:s|ted)?|pursue[sd]?|settle[sd]?|withdr(?:aw|ew|awn))\s+(?:\S+\s+){0,4}claims?\b/i;

/** Whether a sentence tells of a claim that is made in law or to an insurer, which is no statement: "She filed a claim". */
export function tellsOfClaimInLaw(sentence: string): boolean {
  return CLAIM_IN_LAW.test(sentence);
}

/** Whether a rating names what it rates as the words just before it: "This claim is false", not "The claim". */
export function pointsBack(sentence: string): boolean {
  return /^(?:but\s+|however,?\s+)?(?:this|that)\b/i.test(sentence.trim());
}
