/** What stands around a statement and says that it is no plain statement of its document: the line above, the sentences beside it. */
import type { Item } from '#engine/syntax/items.ts';
import { isPersonNoun, singular } from '#engine/text/class-nouns.ts';
import { type Subject, subjectOfTitle } from './subject.ts';

/** Of what somebody invents, believes or has withdrawn, in titles and headings. */
const UNTRUE =
  /\b(?:myths?|misconceptions?|misunderstandings|plot|synopsis|fiction|popular culture|legends?|theories|rumou?rs|allegations?|accusations|letters? to the editor|errat(?:um|a)|draft|superseded|repealed|withdrawn|deleted|obsolete|old version|hoax(?:es)?|april fools?)\b/iu;
/** Of what somebody says or plans, or of before, in headings. */
const OTHERS_OR_BEFORE =
  /\b(?:complaints?|objections?|submissions?|corrections?|proposed|proposals?|former|previous|vision|scenarios?|options?|forecasts?|outlook|examples?)\b/iu;
/** "Until 2019", "If the bridge is closed", "For members": what stands below holds then, or for them, alone. */
const NARROWING = /^\s*(?:until|before|if|unless|except|planned|example|for|with|without|during)\b/iu;

/** Nouns for people, which can be other things besides. */
const GROUPS = /^(?:member|customer|client|employer|owner|partner|group|pilot|student)$/;

/** True where title or heading say that the text below is no plain statement of what is so. */
export function isFraming(title: string | null, heading: string | null): boolean {
  return UNTRUE.test(title ?? '') || UNTRUE.test(heading ?? '') || OTHERS_OR_BEFORE.test(heading ?? '');
}

/** True where a heading says when, or for which people, the text below it holds: "Students", of which neither claim nor title speak. */
export function isNarrowing(heading: string | null, claim: readonly Item[], title: Subject): boolean {
  if (heading === null) return false;
  const known = new Set([...title.words, ...claim.map(({ lower }) => lower)].map(singular));
  const people = [...subjectOfTitle(heading).words]
    .map(singular)
    .filter((word) => isPersonNoun(word) || GROUPS.test(word));
  return NARROWING.test(heading) || people.some((word) => !known.has(word));
}

/** How a sentence begins that takes back the one before, or says for whom alone it holds. */
const POINTS_BACK =
  /^["'“‘(]?(?:or so|not so|so (?:says?|claims?|claimed|the)|no,|wrong|false|untrue|nonsense|correction|sorry|otherwise|in (?:all )?other (?:cases|countries)|(?:this|that|it|they|these|those) (?:appl(?:y|ies)|(?:is|was|are|were) (?:not|only|untrue|false|wrong|a myth|an? (?:lie|hoax|joke|error|mistake|rumou?r)))|this (?:figure|number|claim|rule|date) )/iu;
/** What it says of what was said, decided or found. */
const TAKEN_BACK =
  /\b(?:(?:this|that|a) (?:myth|misconception)|untrue|not true|retracted|quashed|overturned|annulled|disqualified|superseded|erratum|should read|does not apply|do not apply|applies only|only applies|apply only|only apply|the (?:true|right|real|correct) (?:figure|number|year|date)|other sources|later (?:rose|fell|withdr[ae]wn?|denied|lowered|raised)|have (?:now|since) (?:lowered|raised|changed)|has (?:now|since) (?:lowered|raised|changed))\b/iu;

/** True if the next sentence takes back, or narrows, the one before it. */
export function takesBackBefore(next: string): boolean {
  return POINTS_BACK.test(next) || TAKEN_BACK.test(next);
}

/** "The plaintiffs allege three things.", "There are two theories about his death." */
const ANNOUNCES =
  /\b(?:alleges?|theories about|theories of|theories on|(?:two|three|four|several|many|following) (?:theories|versions|options|possibilities|scenarios|myths|misconceptions|rumou?rs|allegations|accusations|claims))\b|\bread as follows\b|^(?:suppose|imagine|assume)\b/iu;

/** True if a sentence announces that what follows is somebody's, or one of several possibilities. */
export function announcesOthers(before: string): boolean {
  return ANNOUNCES.test(before);
}
