/** The words of fact checks: labels before what is examined, before what is so, and what comes of it. */

/** What a fact check says of a claim. `open`: neither true nor false, such as "half true" or "misleading". */
export type Ruling = 'true' | 'false' | 'open';

const NUMBER = '(?:\\s*(?:#|no\\.?)?\\s*\\d{1,3})?';
const MARK = '\\s*(?::|\\s[–—-])\\s*';

const EXAMINED = new RegExp(
  `^["“'(*•-]*\\s*(?:(?:the|a|viral|false|popular|common|widespread|online|original|misleading|fake)\\s+)*(?:${[
    'claims?|myths?|misconceptions?|rumou?rs?|legends?|hoax(?:es)?|fiction|falsehoods?|false|fake|untrue|debunked',
    'what (?:was|is|they) (?:claim(?:ed)?|said)',
  ].join('|')})(?:\\s+(?:busted|debunked|review|reviewed|examined))?${NUMBER}${MARK}`,
  'i',
);
const STATED = new RegExp(`^(?:the\\s+)?(?:facts?|truth|reality|answer|correction)${NUMBER}(?:${MARK}|\\s*$)`, 'i');
const RULING_LABEL =
  '(?:(?:our|the|final|overall|fact[- ]check)\\s+)*(?:rating|ruling|verdict|conclusion|finding|judge?ment|fact[- ]check)';

/** Of each ruling its words, as adjectives and as nouns; nouns alone are labels. */
const WORDS: readonly (readonly [Ruling, adjectives: string, nouns: string])[] = [
  [
    'open',
    'mostly false|mostly true|partly (?:false|true)|partially (?:false|true)|half[- ]true|misleading|unproven|unverified',
    'missing context|needs context|a mixture',
  ],
  [
    'false',
    'false|untrue|not true|not correct|incorrect|inaccurate|fake|debunked|fabricated|baseless|unfounded|wrong',
    'a hoax|hoax|a myth|myth|fiction|a lie|nonsense|pants on fire',
  ],
  ['true', 'true|correct|accurate', 'a fact|fact'],
];
const ADJECTIVES = WORDS.map(([, adjectives]) => adjectives).join('|');
const VALUES = WORDS.map(([, ...words]) => words.join('|')).join('|');
/** What can be said of a statement alone: "it was wrong" may speak of a deed. */
const OF_STATEMENTS =
  'false|untrue|true|not true|misleading|unproven|unverified|fabricated|baseless|a hoax|a myth|fiction|nonsense';
/** What may stand before a value. Only some of it leaves the value what it is: "barely true" isn't true. */
const DEGREES =
  '(?:(?:not\\s+(?:\\w+ly|quite|all)|only|just|quite|half|almost|somewhat|far\\s+from|at\\s+best|\\w+ly)[\\s-]+){0,3}';
const EMPHASIS =
  /^(?:(?:absolutely|actually|categorically|certainly|clearly|completely|definitely|demonstrably|entirely|factually|flatly|fully|just|obviously|patently|plainly|really|simply|totally|utterly|wholly)\s+)+/i;
const END = '\\s*(?:[.!,;:]|["”\']?$)';
/** What takes back part of a "true" before it: "True, but it lacks context". */
const RESTRICTED = /\b(?:but|however|although|though|only|except|unless|yet|mislead\w*|context)\b/i;

const LABELLED = new RegExp(`^${RULING_LABEL}(?:\\s*[:–—-]\\s*|\\s+is\\s+)(${DEGREES}(?:${VALUES}))${END}`, 'i');
const ALONE = new RegExp(`^(${DEGREES}(?:${ADJECTIVES}))[.!]*$`, 'i');
const SAID_OF_IT = new RegExp(
  `^(?:but\\s+|however,?\\s+)?(?:(?:this|that|the)\\s+(?:claim|statement|post|story|rumou?r|quote)\\s+(?:is|was|has\\s+been)\\s+(${DEGREES}(?:${VALUES}))|(?:this|that|it)(?:\\s+is|\\s+was|['’]s)\\s+(${DEGREES}(?:${OF_STATEMENTS})))${END}`,
  'i',
);
const LABEL_ALONE = new RegExp(`^${RULING_LABEL}\\s*:?$`, 'i');

const NAMES_OF_MYTHS =
  'myths?|misconceptions?|urban legends?|rumou?rs?|hoax(?:es)?|falsehoods?|false claims?|viral claims?|fake news|conspiracy theor(?:y|ies)';
const HEADING = new RegExp(
  `^(?:(?:the|a|\\d{1,3}|some|top|common|popular|widespread|other|more|most|persistent|frequent)\\s+)*(?:${NAMES_OF_MYTHS})${NUMBER}(?:\\s+(?:about|on|of|around|surrounding|regarding|concerning)\\s.{1,80})?:?$`,
  'i',
);
const CLAIM_HEADING = new RegExp(`^(?:the\\s+)?(?:claim|what (?:was|is) (?:claimed|said))${NUMBER}:?$`, 'i');

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

/** "Rating", which the ruling itself follows. */
export function isRulingLabel(line: string): boolean {
  return LABEL_ALONE.test(line.trim());
}

/** What a sentence says of what stands before it: "Rating: False", "This claim is false"; null if it says nothing of it. */
export function rulingIn(sentence: string): Ruling | null {
  const line = sentence.trim();
  const found = LABELLED.exec(line) ?? SAID_OF_IT.exec(line);
  if (found === null) return null;
  const [whole, first, second] = found;
  const ruling = rulingOf(first ?? second!);
  return ruling === 'true' && RESTRICTED.test(line.slice(whole.length)) ? 'open' : ruling;
}

/** The ruling that a line consists of, as after a label of its own: "False". */
export function rulingAlone(line: string): Ruling | null {
  const value = ALONE.exec(line.trim())?.[1];
  return value === undefined ? null : rulingOf(value);
}

/** Of a value with its degree. One that isn't listed, such as "barely true", is neither true nor false. */
function rulingOf(value: string): Ruling {
  const plain = value.replace(EMPHASIS, '').replaceAll(/\s+/g, ' ');
  return WORDS.find(([, ...words]) => new RegExp(`^(?:${words.join('|')})$`, 'i').test(plain))?.[0] ?? 'open';
}

/** How the words of others are given; the group holds them. The first that fits counts. */
const REPORTS = [
  /["“„«]([^"“”„«»]{15,})["”“»]/,
  /^['‘](.{15,})['’][.!]?$/,
  /\b(?:claim|alleg|assert|say|said|stat(?:es|ed|ing|ement)|suggest|insist|argu|believ|post|rumou?r|stor(?:y|ies)|quote|myth)\w*\s+that\s+(.+)$/is,
  /\b(?:claim(?:s|ed)?|say|says|said|stat(?:es|ed)|reads?|wrote|posts?|posted|rumou?rs?|myth)\s*:\s+(.+)$/is,
  /\b(?:claim(?:s|ed)|says|said|wrote)\s*,\s+(.+)$/is,
];

/** What a sentence says that others say: 'The post reads: "…"', "The firm claims that …"; null if it reports nothing. */
export function wordsReportedIn(sentence: string): string | null {
  const line = sentence.trim();
  for (const report of REPORTS) {
    const words = report.exec(line)?.[1];
    if (words !== undefined) return words;
  }
  return null;
}

const CLAIM_IN_LAW =
  /\b(?:fil(?:e|es|ed|ing)|lodg(?:e|es|ed|ing)|br(?:ing|ings|ought)|submit(?:s|ted)?|pursue[sd]?|settle[sd]?|withdr(?:aw|ew|awn))\s+(?:\S+\s+){0,4}claims?\b/i;

/** Whether a sentence tells of a claim that is made in law or to an insurer, which is no statement: "She filed a claim". */
export function tellsOfClaimInLaw(sentence: string): boolean {
  return CLAIM_IN_LAW.test(sentence);
}

/** Whether a ruling names what it rules on as the words just before it: "This claim is false", not "The claim". */
export function pointsBack(sentence: string): boolean {
  return /^(?:but\s+|however,?\s+)?(?:this|that)\b/i.test(sentence.trim());
}
