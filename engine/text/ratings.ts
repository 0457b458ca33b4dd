/** The vocabulary of fact checks: labels before a claim under examination, labels before the correction, and ratings. */
import { composedRegExp } from '#common/composed-regexps.ts';

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

const ADJECTIVES =
  'mostly false|mostly true|partly (?:false|true)|partially (?:false|true)|half[- ]true|misleading|unproven|unverified|false|untrue|not true|not correct|incorrect|inaccurate|fake|debunked|fabricated|made[- ]up|baseless|unfounded|wrong|true|correct|accurate';
const VALUES = `${ADJECTIVES}|missing context|needs context|a mixture|a hoax|hoax|a myth|myth|fiction|a lie|nonsense|pants on fire|a fact|fact`;
/** Ratings that apply only to statements. Others don't: in "it was wrong", "it" may be an action. */
const OF_STATEMENTS =
  'false|untrue|true|not true|misleading|unproven|unverified|fabricated|baseless|made[- ]up|a hoax|a myth|fiction|nonsense';
/** Ratings that apply to a statement only after "this" or "that": in "it is fake", "it" may be a painting. */
const OF_THIS = 'fake';
/** Words that may precede a rating, e.g. "mostly". */
const DEGREES =
  '(?:(?:not\\s+(?:\\w+ly|quite|all)|only|just|quite|half|almost|somewhat|far\\s+from|at\\s+best|\\w+ly)[\\s-]+){0,3}';
const END = '\\s*(?:[.!,;:]|["”\']?$)';

const LABELLED = composedRegExp(`^${RATING_LABEL}(?:\\s*[:–—-]\\s*|\\s+is\\s+)(${DEGREES}(?:${VALUES}))${END}`, 'i');
const ALONE = composedRegExp(`^(${DEGREES}(?:${ADJECTIVES}))[.!]*$`, 'i');
const SAID_OF_IT = composedRegExp(
  `^(?:but\\s+|however,?\\s+)?(?:(?:this|that|the)\\s+(?:claim|statement|post|story|rumou?r)\\s+(?:is|was|has\\s+been)\\s+(${DEGREES}(?:${VALUES}))|(?:this|that|it)(?:\\s+is|\\s+was|['’]s)\\s+(${DEGREES}(?:${OF_STATEMENTS}))|(?:this|that)(?:\\s+is|\\s+was|['’]s)\\s+(${DEGREES}(?:${OF_THIS})))${END}`,
  'i',
);
const QUOTATION =
  '(?:this|that|the|these|those)\\s+(?:\\w+\\s+)?(?:quotes?|quotations?)(?:,[^,.]{1,60},|\\s+(?:attributed|ascribed)\\s+to(?:\\s+\\S+){1,4}?)?';
/** A rating of a quotation. It may mean that the quotation wasn't made or that it isn't right; the words seldom tell which. */
const SAID_OF_QUOTATION = composedRegExp(
  `^(?:but\\s+|however,?\\s+)?${QUOTATION}\\s+(?:is|was|are|were|ha(?:s|ve)\\s+been)\\s+(?:${DEGREES}(?:${VALUES})${END}|(?:\\w+ly\\s+)?(?:fabricated|fake|made[- ]up(?!\\s+of\\b)|invented|misattributed|not\\s+(?:genuine|authentic|real))\\b)`,
  'i',
);
const LABEL_ALONE = composedRegExp(`^${RATING_LABEL}\\s*:?$`, 'i');

const NAMES_OF_MYTHS =
  'myths?|misconceptions?|urban legends?|rumou?rs?|hoax(?:es)?|falsehoods?|false claims?|viral claims?|fake news|conspiracy theor(?:y|ies)';
const HEADING = composedRegExp(
  `^(?:(?:the|a|\\d{1,3}|some|top|common|popular|widespread|other|more|most|persistent|frequent)\\s+)*(?:${NAMES_OF_MYTHS})${NUMBER}(?:\\s+(?:about|on|of|around|surrounding|regarding|concerning)\\s.{1,80})?:?$`,
  'i',
);
const CLAIM_HEADING = composedRegExp(`^(?:the\\s+)?(?:claim|what (?:was|is) (?:claimed|said))${NUMBER}:?$`, 'i');

/** Whether a heading shows that the text after it is examined rather than asserted: "Claim", "Common myths about the tower". */
export function headsExamined(heading: string): boolean {
  const line = heading.trim();
  return HEADING.test(line) || CLAIM_HEADING.test(line);
}

/** The text after a label such as "Myth 2:" or "Claim –"; null if there is no label. */
export function afterExaminedLabel(sentence: string): string | null {
  const label = EXAMINED.exec(sentence)?.[0];
  return label === undefined ? null : sentence.slice(label.length);
}

/** Whether the sentence begins with a label such as "Fact:", or consists of it. */
export function isLabelledStated(sentence: string): boolean {
  return STATED.test(sentence);
}

/** Whether a line is only a label such as "Rating", whose value follows on the next line. */
export function isRatingLabel(line: string): boolean {
  return LABEL_ALONE.test(line.trim());
}

/** Whether a sentence rates the truth of the preceding text: "Rating: False", "This claim is false". */
export function rates(sentence: string): boolean {
  const line = sentence.trim();
  return [SAID_OF_QUOTATION, LABELLED, SAID_OF_IT].some((rating) => rating.test(line));
}

/** Whether a line is only the value of a rating, as after a label on its own line: "False". */
export function isRatingAlone(line: string): boolean {
  return ALONE.test(line.trim());
}
