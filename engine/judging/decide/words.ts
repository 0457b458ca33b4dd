/** Word lists that several rules share, and where the words of a sentence end. */
import type { Item } from '#engine/syntax/items.ts';

/** Words that may take back, narrow or reverse what stands before or behind them. A span with one of these is never harmless. */
const TAKES_BACK = new Set(
  (
    'but except excepting excluding unless only until till if provided however otherwise instead rather not never ' +
    'no nor neither without apart save although though yet whereas besides none nothing nobody hardly barely ' +
    'scarcely subject allegedly reportedly supposedly purportedly perhaps possibly probably formerly once ' +
    'exception less than false either whether fewer even alone just merely solely exclusively nearly almost cannot'
  ).split(' '),
);

export function takesBack(lower: string): boolean {
  return TAKES_BACK.has(lower);
}

const QUANTIFIERS = new Set(
  (
    'all every each some most many few any several both half majority much little always often usually sometimes ' +
    'rarely seldom mostly mainly largely ever first last more highest lowest least total average everyone ' +
    'everybody everything whenever wherever frequently regularly daily weekly monthly yearly annually twice ' +
    'generally normally'
  ).split(' '),
);

/** True for words that say for how many, how often or at which rank something holds. */
export function isQuantifier(lower: string): boolean {
  return QUANTIFIERS.has(lower);
}

/** Words that begin a subordinate clause. */
const SUBORDINATORS = new Set([
  ...[
    'if',
    'when',
    'while',
    'although',
    'though',
    'because',
    'since',
    'unless',
    'until',
    'as',
    'after',
    'before',
    'once',
  ],
  ...['whether', 'provided', 'where', 'whenever', 'whereas', 'that', 'than', 'so', 'lest', 'despite', 'wherever'],
]);

export function isSubordinator(lower: string): boolean {
  return SUBORDINATORS.has(lower);
}

/** Words that connect sentences and add nothing to the meaning of one of them. */
const DISCOURSE = new Set(
  (
    'also moreover furthermore meanwhile indeed additionally consequently accordingly therefore thus hence ' +
    'likewise similarly too however still already now subsequently eventually'
  ).split(' '),
);

export function isDiscourse(lower: string): boolean {
  return DISCOURSE.has(lower);
}

/** Phrases with the same function. */
export const DISCOURSE_PHRASES: readonly (readonly string[])[] = [
  ['by', 'contrast'],
  ['for', 'example'],
  ['for', 'instance'],
  ['in', 'addition'],
  ['in', 'fact'],
  ['of', 'course'],
  ['in', 'turn'],
  ['as', 'well'],
  ['at', 'present'],
  ['as', 'a', 'result'],
  ['as', 'result'],
  ['in', 'particular'],
];
/** Verbs of states, habits and attitudes. A clause with one of them doesn't tell a finished event. */
const STATIVE = new Set(
  (
    'be have know locate live like love believe own cost weigh contain consist belong remain stay mean need want ' +
    'hold think say claim expect plan intend hope seem appear use tend keep include require allow permit exclude ' +
    'limit consider prefer depend differ resemble equal average range exist lie stand deny refuse fail approve ' +
    'adopt ban legalise legalize license authorise authorize register recognise recognize pass prohibit outlaw ' +
    'declare classify rank score count lead specialise specialize apply accept charge offer serve restrict do fear ' +
    'doubt wish'
  ).split(' '),
);

export function isStative(lemma: string): boolean {
  return STATIVE.has(lemma);
}

/**
 * Verbs that undo, reduce or exempt. After one of them, what was said before may no longer hold, or not for all. Verbs of giving
 * back are missing, because what is given back was given.
 */
const UNDOING = new Set(
  (
    'exclude exempt except omit reclaim recover recoup forfeit reduce lower cut halve decrease discount deduct restore ' +
    'undo reverse revoke repeal annul void overturn overrule quash rescind withdraw retract recall cancel drop scrap ' +
    'abandon abolish lift suspend waive renounce recant deny disown correct amend revise reject dismiss lose fail ' +
    'expire lapse reinstate reopen release free acquit pardon clear replace remove rebuild resume stop end limit ' +
    'restrict vary exceed'
  ).split(' '),
);

export function undoes(lemma: string): boolean {
  return UNDOING.has(lemma);
}

/**
 * Words for something that is not true, or only said or planned. A comment that uses one of them takes back what it comments on.
 */
const UNTRUTHS = new Set(
  (
    'myth rumour rumor claim story belief question example idea plan proposal option lie report suggestion theory ' +
    'legend error mistake wrong false imagine suppose choice hoax joke fiction fabrication invention fraud fake ' +
    'falsehood exaggeration allegation assumption conjecture guess prediction forecast promise threat dream fantasy ' +
    'exception trick prank illusion misconception misprint typo sham tale estimate'
  ).split(' '),
);

/** True for a noun (its lemma) that calls something untrue, or only said, thought or planned. */
export function isWordForUntruth(lemma: string): boolean {
  return UNTRUTHS.has(lemma);
}

const ACCOUNT =
  /^(?:fiction|myth|legend|mythology|mythos|folklore|lore|name|novel|story|tale|book|comic|cartoon|manga|anime|saga|trilogy|franchise|universe|dream|film|show|series|episode|sitcom|comedy|drama|game|play|musical|opera|song|ballad|poem|poetry|epic|literature|painting|work)$/;

/**
 * True for a noun (its lemma) for a made-up story or a work of art: "a town in the *novels* of Ada Noll", "sank in the *film*".
 * What happens there need not be real.
 */
export function isStoryOrWork(lemma: string): boolean {
  return ACCOUNT.test(lemma);
}

/** Index behind the sentence's last word, i.e. before the final full stop or exclamation mark. */
export function endBeforeFinalMark(items: readonly Item[]): number {
  let end = items.length;
  while (end > 0 && /^[.!]$/.test(items[end - 1]!.text)) end--;
  return end;
}
