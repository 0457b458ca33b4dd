/** Explains a judgement in words that a reader can check against the passage. */
import { type FoundParts, partsSentence } from '#common/found-parts.ts';
import type { Relationship } from '#contracts/vocabulary.ts';
import type { Clash, ClashKind } from './clashes/clash.ts';
import type { Comparison } from './comparison.ts';
import { foundParts } from './parts.ts';
import { LIKELY_READING } from './scoring/veto.ts';
import type { AnalysedText } from './text/analysed-text.ts';

const INFERENCE_WORDS: Record<string, string> = {
  derived: 'the same word in another form',
  synonym: 'the same in meaning',
  hyponym: 'a kind of it',
  acronym: 'its acronym',
  short_name: 'its short name',
  place_containment: 'which lies there',
  conversion: 'converted',
  rounding: 'rounded to the precision stated',
  bound: 'within the bound stated',
  date_containment: 'within that time',
  description: 'which means it here',
  loose_description: 'which seems to mean it here',
};

const CLASH_WORDS: Record<ClashKind, string> = {
  number: 'number',
  unit: 'unit',
  date: 'date',
  entity: 'name',
  negation: 'negation',
  antonym: 'opposite',
  quantifier: 'quantifier',
  role: 'roles exchanged',
  order: 'order in time',
};

/** Maximum number of characters quoted from claim or passage. */
const LONGEST_QUOTE = 120;

function quote(text: string): string {
  return `"${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}"`;
}

function clashSentence(clash: Clash): string {
  if (clash.kind === 'role') return `The roles are exchanged: the passage says ${quote(clash.evidenceText)}.`;
  return `The passage has ${quote(clash.evidenceText)} where the claim has ${quote(clash.claimText)} (${CLASH_WORDS[clash.kind]}).`;
}

function foundWords({ alignment, material, missing }: Comparison): string[] {
  const absent = new Set(missing);
  return [...new Set(material.filter((at) => !absent.has(at)).map((at) => alignment.claim.terms[at]!.surface))];
}

function list(words: readonly string[]): string {
  const shown = words.slice(0, 12).map(quote).join(', ');
  return words.length > 12 ? `${shown} and ${words.length - 12} more` : shown;
}

/** Share of the claim from which on a passage says "this" at all, so that more can be said of how. */
const MOST_OF_IT = 0.6;

/** Grounds by which a passage states less than the claim. */
const LIMIT_SENTENCES: readonly (readonly [ground: string, sentence: string])[] = [
  ['obligation', 'It does not require, advise, permit or forbid the same.'],
  ['reported', 'It gives this as the words or thoughts of somebody.'],
  ['condition', 'It states this under a condition that the claim does not name.'],
  ['exception', 'It names an exception that the claim does not.'],
  ['clause_order', 'It joins these clauses in another way: as cause, condition or time of one another.'],
  ['comparison', 'It compares the same things the other way round.'],
  ['difference', 'It gives the figure only as a difference.'],
  ['ranked', 'It says this only of a part that the claim does not name.'],
  ['part', 'Its figure is that of a part.'],
  ['some', 'It says this only of some.'],
  ['crossed', 'Parts of the claim belong to different parts of its sentence.'],
  ['bound', 'It sets another limit.'],
  ['roles', 'It says this with the roles exchanged.'],
  ['direction', 'It says this in the other direction.'],
  ['owner', "It says this of what is another's."],
  ['head', 'It names this only to say which other thing is meant.'],
  ['referent', 'It may say this of another, which stands nearer.'],
  ['group', 'It says this of several together.'],
  ['past', 'It says this only of the past.'],
];

/** What keeps a passage that has most of the claim from deciding it. */
function obstacleSentences(comparison: Comparison, grounds: readonly string[]): string[] {
  const { missing, reading } = comparison;
  const sentences: string[] = [];
  if (comparison.coverage < MOST_OF_IT) return sentences;
  const isSaid = reading.evidenceAnchor >= 0;
  if (grounds.includes('subject_other') && isSaid)
    sentences.push('It says this of something else than the claim does.');
  if (grounds.includes('subject_absent') && !reading.subjectTerms.some((at) => missing.includes(at)))
    sentences.push('It does not name the subject of the claim.');
  if (grounds.includes('subject_unresolved')) sentences.push('Whom or what it speaks of stays open.');
  if (grounds.includes('predicate') && missing.length === 0)
    sentences.push('It does not make the statement of the claim.');
  if (grounds.includes('scope')) sentences.push('Time, place or extent are not those of the claim.');
  if (grounds.includes('several_values'))
    sentences.push('The sentence has several such values, and which one the claim means stays open.');
  if (grounds.includes('no_statement'))
    sentences.push('The claim is a phrase without a verb, and the passage does not have it as it stands.');
  if (grounds.includes('antonym') && comparison.clashes.length === 0)
    sentences.push('The passage has the opposite of one of its words as well.');
  if (grounds.includes('scattered')) sentences.push('The parts of the claim stand in different sentences.');
  if (grounds.includes('modality')) sentences.push('It states this as a possibility or as what others say.');
  for (const [ground, sentence] of LIMIT_SENTENCES) if (grounds.includes(ground)) sentences.push(sentence);
  if (comparison.quantifierGap !== null && grounds.includes('quantifier')) {
    sentences.push(`It leaves open ${quote(comparison.quantifierGap)}.`);
  }
  if (comparison.restriction !== null)
    sentences.push(`It says ${quote(comparison.restriction)}, which the claim does not.`);
  return sentences;
}

/** What the passage has and lacks, and what else keeps it from deciding the claim. */
function undecidedSentences(comparison: Comparison, grounds: readonly string[], parts: FoundParts): string[] {
  if (parts.has.length === 0 && parts.differs.length === 0) return ['It has no part of the claim.'];
  const shown = partsSentence(parts);
  if (grounds[0] === 'ambiguous') return [shown, 'Whom or what the claim means could not be settled.'];
  if (grounds[0] === 'low_certainty') return [shown, 'It comes near the claim, but too little of it is certain.'];
  const roles = comparison.clashes.filter(({ kind }) => kind === 'role');
  return [shown, ...roles.map(clashSentence), ...obstacleSentences(comparison, grounds)];
}

/**
 * The explanation of a judgement; always at least one sentence. `above` is what stands over the passage: its heading and
 * the title of its document.
 */
export function explain(
  comparison: Comparison,
  relationship: Relationship,
  grounds: readonly string[],
  above: readonly AnalysedText[],
): string {
  const sentences: string[] = [];
  if (relationship === 'contradicts') {
    sentences.push(
      ...comparison.clashes.map(clashSentence),
      `Otherwise it speaks of the same: ${list(foundWords(comparison))}.`,
    );
  } else if (relationship === 'supports') {
    sentences.push(`The passage has every part of the claim: ${list(foundWords(comparison))}.`);
    for (const { inference, claimText, evidenceText } of comparison.inferences) {
      sentences.push(`${quote(evidenceText)} stands for ${quote(claimText)} (${INFERENCE_WORDS[inference]}).`);
    }
    if (grounds[0] === LIKELY_READING)
      sentences.push(
        'The rules leave open whether it says this of the same; how it words the parts makes that likely.',
      );
  } else {
    sentences.push(...undecidedSentences(comparison, grounds, foundParts(comparison, above)));
  }
  if (comparison.alignment.evidence.cut) sentences.push('Only the start of this long passage was read.');
  return sentences.join(' ');
}
