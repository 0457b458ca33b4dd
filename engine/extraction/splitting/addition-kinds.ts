/** What may be added to a statement that holds without it. */
import type { Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { canEndAt, saysSomething } from './clauses.ts';
import { isScoped } from './scope.ts';

/** What takes back a part of the statement before it. */
const RESTRICTS = /^(?:if|unless|except|excepting|excluding|provided|providing|but|though|although)$/u;
/** The same at the beginning of what is added: "but only once they have worked here for a year". */
const RESTRICTS_FIRST = /^(?:if|unless|except|excepting|excluding|provided|providing|only|once|when|where|not)$/u;

const QUANTIFIED = /^(?:one|two|three|four|some|many|most|all|both|none|neither|each|half|part)$/u;
const PREPOSITION = /^(?:for|by|in|from|at|to|with|on|of|after|under|through)$/u;

/** What opens an addition that is set off at the end: a place, a time, a circumstance. */
const CIRCUMSTANCE = /^(?:in|on|for|from|after|before|as|during|despite|without|at)$/u;
/** "In the opinion of the prosecutor", "in theory": the statement holds only with such an addition. */
const LIMITS =
  /^(?:opinion|opinions|view|views|words|eyes|theory|principle|practice|exception|exceptions|conditions|case|cases|circumstances|absence|part|general|most|some|only|exchange|return|long)$/u;
const LONGEST_CIRCUMSTANCE = 14;

/** True for ", which …", ", neither of which …", ", for which …", ", whose …", ", where …" of the text itself. */
export function addsRelative(rest: readonly Word[]): boolean {
  const [first, second, third] = rest.map(({ lower }) => lower);
  const opens =
    /^(?:which|whose|where)$/u.test(first ?? '') ||
    (PREPOSITION.test(first ?? '') && second === 'which') ||
    (QUANTIFIED.test(first ?? '') && second === 'of' && (third === 'which' || third === 'whom'));
  return opens && hasFinite(rest) && !rest.some(({ lower }) => RESTRICTS.test(lower));
}

/** True for "while leaving its forecast untouched" after what has happened; a rule may hold only meanwhile. */
export function addsWhile(main: readonly Word[], rest: readonly Word[]): boolean {
  const verb = mainGroup(main, verbGroups(main));
  const hasHappened = verb !== null && (isPast(verb) || /^(?:has|have)$/u.test(verb.first.lower)) && !verb.negated;
  return hasHappened && isGerund(rest[0]!) && !main.some(isScoped) && !rest.some(({ lower }) => RESTRICTS.test(lower));
}

/** True if another statement about the same follows the ", and" at `comma`, its verb written out or not. */
export function addsClause(view: readonly Word[], comma: number): boolean {
  const main = view.slice(0, comma);
  const rest = view.slice(comma + 2);
  if (!/^(?:and|but|yet)$/u.test(view[comma + 1]!.lower) || !canEndAt(view, comma)) return false;
  if (RESTRICTS_FIRST.test(rest[0]!.lower) && !isNotEven(rest)) return false;
  if (endsInCondition(main) && !hasParallelSubject(main, rest)) return false;
  const isCorrelative =
    view[comma + 1]!.lower === 'but' && main.some(({ lower }) => /^(?:only|just|merely)$/u.test(lower));
  if (isCorrelative) return false;
  const restriction = rest.findIndex(({ lower }) => RESTRICTS.test(lower));
  if (!hasFinite(rest)) return restriction < 0 && hasGap(main, rest);
  // "…, if it is dry" may hold for both; without a comma it belongs to its own clause.
  if (restriction === 0) return false;
  return restriction < 0 || (rest[restriction - 1]!.text !== ',' && hasFinite(rest.slice(0, restriction)));
}

/** True for "It is free provided the visitor is a student": what follows may be part of the condition. */
function endsInCondition(main: readonly Word[]): boolean {
  const verb = mainGroup(main, verbGroups(main))!;
  return main.slice(verb.start).some(({ lower }) => /^(?:if|unless|provided|providing|assuming)$/u.test(lower));
}

/** "Your older child … provided she sleeps in your bunk, and your younger child …": the subject is like the first one. */
function hasParallelSubject(main: readonly Word[], rest: readonly Word[]): boolean {
  const [first, second] = [main, rest].map((part) => part.slice(0, mainGroup(part, verbGroups(part))?.start ?? 0));
  const isOpened = first![0]?.lower === second![0]?.lower && first!.length > 1 && second!.length > 1;
  return isOpened && first!.at(-1)!.lower === second!.at(-1)!.lower;
}

const isNotEven = ([first, second]: readonly Word[]) => first!.lower === 'not' && second?.lower === 'even';

/** True for "The motor is covered for three years, and the frame for life", "… against the X as well". */
function hasGap(main: readonly Word[], rest: readonly Word[]): boolean {
  if (/^(?:too|well|likewise)$/u.test(rest.at(-1)!.lower)) return true;
  const verb = mainGroup(main, verbGroups(main))!;
  // "films such as A, and shows such as B"
  if ([main, rest].every((part) => part.some(({ lower }, i) => lower === 'such' && part[i + 1]?.lower === 'as')))
    return false;
  const isPhrase = ({ pos, lower }: Word) => pos === 'ADP' && lower !== 'of';
  return rest.some(isPhrase) && main.slice(verb.end).some(isPhrase);
}

/** True if the words add a circumstance, a cause, a record or a description to a statement without negation or limit. */
export function addsCircumstance(main: readonly Word[], rest: readonly Word[]): boolean {
  if (rest.some(({ lower }) => RESTRICTS.test(lower))) return false;
  // "…, driven by demand, fell by 8 %": what seems to be added stands before the verb.
  const verbs = verbGroups(rest).filter(({ finite }) => finite);
  if (verbs.some(({ start }) => rest[start - 1]?.text === ',')) return false;
  if (isRemark(rest) || (isAbsolute(rest) && isPast(mainGroup(main, verbGroups(main))!))) return true;
  if (main.some(isScoped)) return false;
  return (
    isCircumstance(rest, verbs.length > 0) ||
    isCause(rest) ||
    isComparison(rest) ||
    isAbsolute(rest) ||
    isDescription(rest)
  );
}

function isCircumstance(rest: readonly Word[], isClause: boolean): boolean {
  const [first, second] = rest as [Word, Word];
  if (rest.length > LONGEST_CIRCUMSTANCE) return false;
  if (rest.some((word, i) => word.pos === 'CCONJ' && rest[i + 1]?.pos === 'ADP')) return false;
  if (first.lower === 'the') return /^(?:first|last|only|most|least|best|worst|\p{L}{2,}est)$/u.test(second.lower);
  if (first.lower === 'at' && /^(?:most|least)$/u.test(second.lower)) return !isClause;
  if (rest.slice(0, 4).some(({ lower }) => LIMITS.test(lower))) return false;
  return CIRCUMSTANCE.test(first.lower) && !isClause;
}

/** ", largely because the company had bought a competitor". */
function isCause([first, second]: readonly Word[]): boolean {
  return first!.lower === 'because' || (first!.pos === 'ADV' && second?.lower === 'because');
}

/** ", as the law requires", ", as is the library"; not ", as the minister said" or ", as long as it is dry". */
function isComparison(rest: readonly Word[]): boolean {
  const [first, second] = rest as [Word, Word];
  if (first.lower !== 'as' || second.pos === 'ADV' || second.pos === 'ADJ') return false;
  if (/^(?:long|soon|if|though|far|many|much|of)$/u.test(second.lower)) return false;
  return verbGroups(rest).some((group) => group.finite && !saysSomething(group));
}

/** ", most of them from York", ", a rule that goes back to 1921": a negation before it leaves it as it is. */
function isRemark(rest: readonly Word[]): boolean {
  const [first, second, third] = rest as [Word, Word, Word | undefined];
  if (QUANTIFIED.test(first.lower) && second.lower === 'of' && third?.pos === 'PRON') return true;
  const that = rest.findIndex(({ lower }) => lower === 'that' || lower === 'which');
  return /^an?$/u.test(first.lower) && that > 1 && that < 6 && rest.slice(1, that).every(isOfNounPhrase);
}

/** ", its manager having left", ", Joseph being the younger". */
function isAbsolute(rest: readonly Word[]): boolean {
  const gerund = rest.findIndex(isGerund);
  return gerund > 0 && gerund < 5 && rest.slice(0, gerund).every(isOfNounPhrase) && !hasFinite(rest.slice(gerund + 2));
}

/** ", having beaten a rival", ", joined by a bridge". */
function isDescription(rest: readonly Word[]): boolean {
  const [first, second] = rest as [Word, Word];
  if (NOT_VERBS.test(first.lower)) return false;
  if (isGerund(first)) return !hasFinite(rest.slice(2)) && !isJoined(rest);
  return first.forms?.participle === true && second.pos === 'ADP' && !isJoined(rest);
}

/** Prepositions that look like gerunds; some of them limit what stands before them. */
const NOT_VERBS =
  /^(?:including|excluding|regarding|concerning|according|depending|following|barring|assuming|considering|given|granted)$/u;

const isGerund = ({ forms, lower }: Word) => forms?.gerund === true || lower === 'being' || lower === 'having';
/** True for words that a noun phrase is made of. */
const isOfNounPhrase = ({ pos, lower }: Word) =>
  /^(?:NOUN|PROPN|ADJ|DET|NUM)$/u.test(pos) || /^(?:its|his|her|their)$/u.test(lower);
const isJoined = (rest: readonly Word[]) => rest.some(({ text }) => text === ',');
const hasFinite = (part: readonly Word[]) => verbGroups(part).some(({ finite }) => finite);
