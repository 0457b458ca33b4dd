/**
 * Words that change what a statement says, whatever else it says: a claim must have those of its pieces and no others.
 * Lists, not grammar: where they find too much, the pieces' own words are the claim.
 */
import { NEGATION_WORDS } from '#engine/text/negation-words.ts';

const list = (words: string) => new Set(words.split(' '));

/** Take a statement back. */
const NEGATIONS = new Set(Object.values(NEGATION_WORDS).flat());

/** How many, how much, how often; the only, the first, the most. */
const QUANTIFIERS = list(
  'all every each any both half most majority minority some several many few fewer fewest more less least only just exactly entirely solely exclusively first last ' +
    'always usually often sometimes mainly mostly partly almost nearly about around approximately roughly circa over under above below than maximum minimum twice ' +
    'largest smallest highest lowest longest shortest oldest youngest best worst biggest greatest earliest latest ' +
    'alle jede jeder jedes nur mindestens höchstens etwa rund fast mehr weniger tous toutes chaque seulement moins plus environ ' +
    'todos todas cada solo sólo solamente menos más casi tutti tutte ogni solo almeno circa meno più apenas mais',
);
/** Of these, what says the whole of something: a part of the sentence that is left out may be what it is the whole of. */
const WHOLES = list(
  'all every each any both half most majority only solely exclusively first last always none no never nobody nothing largest smallest highest lowest longest shortest ' +
    'oldest youngest best worst biggest greatest earliest latest fewest least',
);

/** Hold something for possible, wanted or due. */
const MODALITY = list(
  'can could may might must shall should will would ought likely unlikely probably possibly perhaps maybe allegedly reportedly apparently supposedly potentially ' +
    'expected planned plans intends intended hopes aims due proposed seems seem appears appear nearly so-called alleged would-be former acting ' +
    'soll sollen sollte kann könnte wird würde darf muss vielleicht wahrscheinlich angeblich peut pourrait devrait doit sera peut-être ' +
    'puede podría debe debería será quizás può potrebbe deve sarà forse pode poderia',
);

/** Say under which condition, or by whose word, something holds; or that it doesn't. They reach over commas. */
const GOVERNING = list(
  'if unless provided whether according said says say saying claims claim claimed claiming tells told reports reported argues argued believes believed thinks ' +
    'thought estimates estimated suggests suggested alleges alleged warns warned insists insisted denies denied deny rumour rumours rumor myth false falsely untrue wrong ' +
    'wrongly incorrect incorrectly hoax fake doubt doubts doubtful pretends pretended imagine suppose supposed fiction legend ' +
    'wenn falls laut zufolge sagte behauptet si selon d’après según dijo se secondo disse segundo',
);

/** When, seen from the writer: a claim keeps these words. */
const RELATIVE_TIMES = list(
  'yesterday today tomorrow tonight now currently recently soon ago this next previous gestern heute morgen hier aujourd’hui demain ayer hoy mañana ieri oggi domani ontem hoje',
);

export type MarkKind = 'negation' | 'quantifier' | 'modality' | 'governing' | 'time';

const KINDS: readonly (readonly [MarkKind, ReadonlySet<string>])[] = [
  ['negation', NEGATIONS],
  ['governing', GOVERNING],
  ['modality', MODALITY],
  ['quantifier', QUANTIFIERS],
  ['time', RELATIVE_TIMES],
];

/** Words as such lists have them: "isn't" is "is" and "not". */
export function markWords(text: string): string[] {
  return [...text.normalize('NFC').matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)].flatMap(([word]) =>
    markForms(word.toLowerCase()),
  );
}

/** The same for one word in lower case. */
export function markForms(lower: string): string[] {
  const plain = lower.replaceAll("'", '’');
  if (plain === 'cannot') return ['can', 'not'];
  if (plain === 'won’t') return ['will', 'not'];
  if (/n’t$/u.test(plain)) return [plain.slice(0, -3), 'not'];
  return [plain.replace(/’(?:s|re|ve|d|m)$/u, '')];
}

/** What the word does to a statement; null: nothing that is known. */
export function markKind(word: string): MarkKind | null {
  return KINDS.find(([, words]) => words.has(word))?.[0] ?? null;
}

/** True for words that say the whole of something: "only", "every", "the largest". */
export const isWhole = (word: string): boolean => WHOLES.has(word);

/** How often each such word stands in the text. */
export function marksIn(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) if (markKind(word) !== null) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
