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
const OF_STATEMENTS = 'false|untrue|not true|fabricated|baseless|a hoax|a myth|fiction|nonsense';
const ADVERB = '(?:\\w+ly\\s+|simply\\s+|just\\s+)?';
const END = '\\s*(?:[.!,;:]|["”\']?$)';

const LABELLED = new RegExp(`^${RULING_LABEL}(?:\\s*[:–—-]\\s*|\\s+is\\s+)${ADVERB}(${VALUES})${END}`, 'i');
const ALONE = new RegExp(`^${ADVERB}(${ADJECTIVES})[.!]*$`, 'i');
const SAID_OF_IT = new RegExp(
  `^(?:but\\s+|however,?\\s+)?(?:(?:this|that|the)\\s+(?:claim|statement|post|story|rumou?r|quote)\\s+(?:is|was)\\s+${ADVERB}(${VALUES})|(?:this|that|it)(?:\\s+is|\\s+was|['’]s)\\s+${ADVERB}(${OF_STATEMENTS}))${END}`,
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
  const labelled = LABELLED.exec(line)?.[1];
  const [, ofNoun, ofPronoun] = SAID_OF_IT.exec(line) ?? [];
  return rulingOf(labelled ?? ofNoun ?? ofPronoun);
}

/** The ruling that a line consists of, as after a label of its own: "False". */
export function rulingAlone(line: string): Ruling | null {
  return rulingOf(ALONE.exec(line.trim())?.[1]);
}

function rulingOf(value: string | undefined): Ruling | null {
  if (value === undefined) return null;
  return WORDS.find(([, ...words]) => new RegExp(`^(?:${words.join('|')})$`, 'i').test(value))?.[0] ?? null;
}
