/** English verb forms, limited to what clause analysis and rewriting need. */

import { isKnownWord } from './lexicon.ts';
import { wordSet } from './word-lists.ts';

const IRREGULAR = (
  'be was/were been|become became become|begin began begun|bend bent|bet bet|bind bound|bite bit bitten|bleed bled|blow blew blown|' +
  'break broke broken|breed bred|bring brought|broadcast broadcast|build built|burn burnt|burst burst|buy bought|cast cast|catch caught|' +
  'choose chose chosen|cling clung|come came come|cost cost|creep crept|cut cut|deal dealt|dig dug|do did done|draw drew drawn|' +
  'drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|' +
  'forbid forbade forbidden|forecast forecast|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|' +
  'give gave given|go went gone|grind ground|grow grew grown|hang hung|have had|hear heard|hide hid hidden|hit hit|hold held|hurt hurt|' +
  'keep kept|kneel knelt|know knew known|lay laid|lead led|leave left|lend lent|let let|lie lay lain|light lit|lose lost|make made|' +
  'mean meant|meet met|overcome overcame overcome|oversee oversaw overseen|overtake overtook overtaken|overthrow overthrew overthrown|' +
  'pay paid|put put|quit quit|read read|rebuild rebuilt|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said|see saw seen|' +
  'seek sought|sell sold|send sent|set set|shake shook shaken|shed shed|shine shone|shoot shot|show showed shown|shrink shrank shrunk|' +
  'shut shut|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spend spent|spin spun|split split|' +
  'spread spread|stand stood|steal stole stolen|stick stuck|sting stung|strike struck|swear swore sworn|sweep swept|swim swam swum|' +
  'swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|undergo underwent undergone|' +
  'understand understood|undertake undertook undertaken|uphold upheld|wake woke woken|wear wore worn|weave wove woven|win won|' +
  'wind wound|withdraw withdrew withdrawn|withstand withstood|write wrote written|rewrite rewrote rewritten|bear bore born'
)
  .split('|')
  .map((row) => row.split(' '));

const PAST_OF = new Map<string, string>();
const PASTS = new Set<string>(['borne', 'was', 'were']);
const BASE_OF = new Map<string, string>();
const PARTICIPLES = new Set<string>(['borne', 'proven', 'sewn']);
const BASES = new Set<string>();
for (const [base, past, participle = past] of IRREGULAR) {
  BASES.add(base!);
  PAST_OF.set(base!, past!.split('/')[0]!);
  for (const form of past!.split('/')) {
    PASTS.add(form);
    BASE_OF.set(form, base!);
  }
  PARTICIPLES.add(participle!);
}

/** The forms that a word can be. E.g. "put": base, past and participle; "sold": past and participle; "written": participle. */
export interface VerbForms {
  base: boolean;
  thirdPerson: boolean;
  past: boolean;
  participle: boolean;
  gerund: boolean;
}

/** Possible forms of a word that is known to be a verb. Both arguments in lower case. */
export function verbForms(word: string, lemma: string): VerbForms {
  const regularPast =
    word.endsWith('ed') &&
    word.length > 3 &&
    !BASES.has(word) &&
    !/^(?:need|heed|seed|weed|exceed|succeed|proceed)$/u.test(word);
  const isGerund = word.endsWith('ing') && word.length > 4 && word !== 'bring';
  const thirdPerson =
    word.endsWith('s') && !word.endsWith('ss') && (word !== lemma || !BASES.has(word)) && word !== 'was';
  const past = PASTS.has(word) || regularPast;
  const participle = PARTICIPLES.has(word) || regularPast;
  return {
    base: !isGerund && !thirdPerson && (BASES.has(word) || (!past && !participle)),
    thirdPerson,
    past,
    participle,
    gerund: isGerund,
  };
}

const STRESSED =
  /^(?:transfer|refer|prefer|confer|defer|infer|occur|recur|concur|incur|admit|commit|submit|permit|omit|emit|transmit|remit|compel|expel|propel|repel|control|patrol|enrol|regret)$/u;

/** Past tense of a base form, from the table of irregular verbs or by the spelling rules. */
export function pastTense(base: string): string {
  const irregular = PAST_OF.get(base);
  if (irregular !== undefined) return irregular;
  if (base.endsWith('e')) return `${base}d`;
  if (/[^aeiou]y$/u.test(base)) return `${base.slice(0, -1)}ied`;
  // Verbs of two syllables with the stress on the second double their consonant: "transferred", "admitted".
  if (STRESSED.test(base)) return `${base}${base.at(-1)}ed`;
  return /^[^aeiou]*[aeiou][bdgmnprt]$/u.test(base) ? `${base}${base.at(-1)}ed` : `${base}ed`;
}

/** The likely base form of a regular past tense ("stopped" → "stop", "retired" → "retire", "carried" → "carry"). */
export function regularBase(past: string): string {
  const stem = past.slice(0, -2);
  const candidates = [
    stem,
    `${stem}e`,
    ...(stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : []),
    ...(/([bdglmnprt])\1$/u.test(stem) ? [stem.slice(0, -1)] : []),
  ];
  return candidates.find((base) => isKnownWord(base) && pastTense(base) === past) ?? stem;
}

/** Third person singular of a base form ("have" → "has", "watch" → "watches"). */
export function thirdPerson(base: string): string {
  if (base === 'have') return 'has';
  if (base === 'be') return 'is';
  if (base === 'do' || base === 'go' || /(?:s|x|z|ch|sh)$/u.test(base)) return `${base}es`;
  return /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

export const MODALS = wordSet("will would shall should can could may might must 'll wo ca ought");

/** Verbs of saying and thinking, which attribute what follows them to somebody. */
export const REPORTING_LEMMAS = wordSet(
  'say tell claim state announce report argue believe think suggest warn declare note add insist allege deny admit confirm explain write ' +
    'predict estimate expect hope assert maintain contend conclude find show indicate reveal testify acknowledge know feel agree tweet ' +
    'mean demonstrate prove discover learn hear see fear doubt assume',
);
