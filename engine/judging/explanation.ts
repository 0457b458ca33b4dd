/** Explains a judgement in words that a reader can check against the passage. */
import type { Relationship } from '#contracts/vocabulary.ts';
import type { Clash, ClashKind } from './clashes/clash.ts';
import type { Comparison } from './comparison.ts';

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

function obstacleSentences(comparison: Comparison, grounds: readonly string[]): string[] {
  const { claim } = comparison.alignment;
  const sentences: string[] = [];
  const missing = comparison.missing.map((at) => claim.terms[at]!.surface);
  if (missing.length > 0) sentences.push(`The passage does not speak of ${list(missing)}.`);
  if (grounds.includes('subject_other')) sentences.push('It says this of something else than the claim does.');
  if (grounds.includes('subject_absent')) sentences.push('It does not name the subject of the claim.');
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
  if (comparison.quantifierGap !== null && grounds.includes('quantifier')) {
    sentences.push(`It leaves open ${quote(comparison.quantifierGap)}.`);
  }
  if (comparison.restriction !== null)
    sentences.push(`It says ${quote(comparison.restriction)}, which the claim does not.`);
  return sentences;
}

/** The explanation of a judgement; always at least one sentence. */
export function explain(comparison: Comparison, relationship: Relationship, grounds: readonly string[]): string {
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
  } else if (grounds[0] === 'ambiguous') {
    sentences.push('The passage may speak of the claim, but whom or what the claim means could not be settled.');
  } else if (grounds[0] === 'low_certainty') {
    sentences.push(
      'The passage comes near the claim, but too little of it is certain.',
      ...comparison.clashes.map(clashSentence),
    );
  } else {
    sentences.push(...comparison.clashes.map(clashSentence), ...obstacleSentences(comparison, grounds));
  }
  if (comparison.alignment.evidence.cut) sentences.push('Only the start of this long passage was read.');
  return sentences.length > 0 ? sentences.join(' ') : 'The passage neither confirms nor denies the claim.';
}
