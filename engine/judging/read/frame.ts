/**
 * Detects context that makes a sentence more than a plain statement of its document: the title, the heading and the neighbouring
 * sentences.
 */
import type { Item } from '#engine/syntax/items.ts';
import { isPersonNoun, singular } from '#engine/text/class-nouns.ts';
import { lowerWords, nameRuns } from '../align/reference.ts';
import { isNamedBy, subjectOfTitle } from './subject.ts';

/** Words in titles and headings that announce something invented, merely believed, or withdrawn. */
const UNTRUE =
  /\b(?:myths?|misconceptions?|misunderstandings|plot|synopsis|fiction|popular culture|legends?|theories|rumou?rs|allegations?|accusations|letters? to the editor|errat(?:um|a)|draft|superseded|repealed|withdrawn|deleted|obsolete|old version|hoax(?:es)?|april fools?)\b/iu;
/** Words in headings that announce somebody's opinion, a plan, or an earlier state. */
const OTHERS_OR_BEFORE =
  /\b(?:complaints?|objections?|submissions?|corrections?|proposed|proposals?|former|previous|vision|scenarios?|options?|forecasts?|outlook|examples?)\b/iu;
/** Headings that restrict when or for whom the text below holds: "Until 2019", "If the bridge is closed", "For members". */
const NARROWING = /^\s*(?:until|before|if|unless|except|planned|example|for|with|without|during)\b/iu;
/** Exceptions, which address every reader: "Before you travel", "For your safety", "During your visit". */
const FOR_EVERYBODY =
  /^\s*(?:before you (?:start|begin|go|travel|leave|visit|arrive|apply|book|buy|install)|(?:before|during|for) your (?:visit|stay|trip|journey|arrival|safety|information|comfort)|for (?:more|further) (?:information|details|help|reading))\s*$/iu;

/**
 * Nouns for people that the lexicon doesn't list as such, or that also mean something else. In the form that `singular` returns.
 */
const GROUPS = /^(?:member|customer|client|employer|owner|partner|group|pilot|student|driver|children|familie)$/;
/**
 * Words that the lexicon lists as people but that rarely mean people in a heading: "More", "Dates", "General information",
 * "Scanner".
 */
const HARDLY_PEOPLE =
  /^(?:more|best|great|general|national|classic|intellectual|extra|date|type|help|hire|begin|mind|relief|backup|adapter|browser|controller|cutter|monitor|receiver|router|scanner|server|speaker|trailer|washer)$/;
/** Nouns for things that are named after people rather than meant for them: "King Street", "Directors' report". */
const CALLED_BY_PEOPLE =
  /^(?:street|road|square|palace|castle|house|hall|park|bridge|church|cathedral|inn|reports?|statement|summary)$/;

/**
 * True if the title or a heading says that the text below is not a plain statement of fact. A title with such a word that is a
 * name in the claim doesn't count, e.g. "Pulp Fiction" over a claim about Pulp Fiction.
 */
export function isFraming(title: string | null, heading: string | null, claim: readonly Item[]): boolean {
  const names = () => nameRuns(claim).map((run) => lowerWords(claim, run));
  const isName = () => names().some((name) => UNTRUE.test(name.join(' ')) && isNamedBy(subjectOfTitle(title), name));
  return (UNTRUE.test(title ?? '') && !isName()) || UNTRUE.test(heading ?? '') || OTHERS_OR_BEFORE.test(heading ?? '');
}

/** The nouns for people in a heading, except where something is named after them. */
function peopleIn(heading: string): string[] {
  const { words, lines } = subjectOfTitle(heading);
  const line = lines.flat().filter((word) => /^\p{L}{2}/u.test(word));
  const names = new Set(line.filter((_, at) => CALLED_BY_PEOPLE.test(line[at + 1] ?? '')).map(singular));
  const isPeople = (word: string) => (isPersonNoun(word) && !HARDLY_PEOPLE.test(word)) || GROUPS.test(word);
  return [...words].map(singular).filter((word) => isPeople(word) && !names.has(word));
}

/**
 * True if a heading restricts the text below to a time or to certain people that neither the claim nor the title mentions, e.g.
 * "Students".
 */
export function isNarrowing(title: string | null, heading: string | null, claim: readonly Item[]): boolean {
  if (heading === null) return false;
  const known = new Set([...subjectOfTitle(title).words, ...claim.map(({ lower }) => lower)].map(singular));
  const isForSome = NARROWING.test(heading) && !FOR_EVERYBODY.test(heading);
  return isForSome || peopleIn(heading).some((word) => !known.has(word));
}

/** Beginnings of a sentence that takes back the one before, or says to whom alone it applies. */
const POINTS_BACK =
  /^["'“‘(]?(?:(?:or so|not so|nonsense|sorry|otherwise)\b|so (?:says?|claims?|claimed|the (?:story|tale|legend|myth|saying|theory|claim|rumou?r))\b|no,|(?:wrong|false|untrue|correction)\s*(?:[.,:;!–—-]|$)|in (?:all )?other (?:cases|countries)|(?:this|that|it|they|these|those) (?:appl(?:y|ies)|(?:is|was|are|were) (?:untrue|false|wrong|a myth|an? (?:lie|hoax|joke|error|mistake|rumou?r)))|(?:this|that) (?:is|was) (?:not|only)\b|this (?:figure|number|claim|rule|date) )/iu;
/** Phrases anywhere in a sentence that take back or correct what was said, decided or found before. */
const TAKEN_BACK =
  /\b(?:(?:this|that|a) (?:myth|misconception)|untrue|not true|retracted|quashed|overturned|annulled|disqualified|superseded|erratum|should read|does not apply|do not apply|applies only|only applies|apply only|only apply|the (?:true|right|real|correct) (?:figure|number|year|date)|other sources(?! of)|later (?:(?:rose|fell)(?! (?:to (?:the|fame|prominence|power)|ill|in love))|withdr[ae]wn?|denied|lowered|raised)|have (?:now|since) (?:lowered|raised|changed)|has (?:now|since) (?:lowered|raised|changed))\b/iu;

/** True if the sentence `next` takes back or narrows the one before it. */
export function takesBackBefore(next: string): boolean {
  return POINTS_BACK.test(next) || TAKEN_BACK.test(next);
}

/**
 * Phrases that announce somebody's claims or several possibilities: "The plaintiffs allege three things.", "There are two
 * theories about his death."
 */
const ANNOUNCES =
  /\b(?:alleges?|theories about|theories of|theories on|(?:two|three|four|several|many|following) (?:theories|versions|options|possibilities|scenarios|myths|misconceptions|rumou?rs|allegations|accusations|claims))\b|\bread as follows\b|^(?:suppose|imagine|assume)\b/iu;

/** True if a sentence announces that the next one is somebody's claim, or one of several possibilities. */
export function announcesOthers(before: string): boolean {
  return ANNOUNCES.test(before);
}
