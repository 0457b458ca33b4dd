/** Words a ruling so that a reader can check it against the passage. */
import { type DifferingPart, type FoundParts, type HeldPart, partsSentence } from '#common/found-parts.ts';
import { HARMLESS } from '../decide/harmless.ts';
import type { Ruling } from '../judge.ts';
import type { Nearness } from './near.ts';
import { PARAPHRASE_WORDS } from './paraphrases.ts';

const WORDS = new Map([...HARMLESS.map(({ ground, words }) => [ground, words] as const)]);

function quoted(text: string): string {
  return `"${text.replaceAll(/\s+/g, ' ').trim().replaceAll('"', "'")}"`;
}

function list(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/**
 * Sorts the parts of a claim into those that the nearest sentence has, those for which it has something else, and those that it
 * lacks.
 */
export function foundParts({ parts }: Nearness): FoundParts {
  const has: HeldPart[] = [];
  const differs: DifferingPart[] = [];
  const lacks: string[] = [];
  for (const { text, as, instead, isLoose, isAbove } of parts) {
    if (as !== null) has.push({ text, as: isLoose ? as : null, isLoose, isAbove });
    else if (instead !== null) differs.push({ text, instead });
    else lacks.push(text);
  }
  return { has, differs, lacks };
}

function beyond(grounds: readonly string[]): string {
  const besides = [...new Set(grounds.flatMap((ground) => WORDS.get(ground) ?? []))];
  return besides.length === 0 ? '' : ` Beyond it the sentence has ${list(besides)}, which changes nothing.`;
}

function paraphrases(grounds: readonly string[]): string {
  const known = [...new Set(grounds.flatMap((ground) => PARAPHRASE_WORDS.get(ground) ?? []))];
  return known.length === 0 ? '' : ` It is read with ${list(known)}.`;
}

/** Explains a ruling in at least one sentence. `near` is null if the passage has no sentence. */
export function explain(ruling: Ruling, near: Nearness | null, isAmbiguous: boolean): string {
  const { clash, grounds, relationship, sentence } = ruling;
  if (grounds[0]?.startsWith('table_') === true && relationship === 'supports')
    return `A row of a table in the passage says so: ${quoted(sentence!)}.`;
  if (relationship === 'supports')
    return `The passage says so: ${quoted(sentence!)}.${paraphrases(grounds)}${beyond(grounds)}`;
  if (relationship === 'contradicts') {
    if (clash === null || clash.kind === 'negation') {
      return `One of the two denies what the other says: ${quoted(sentence!)}.`;
    }
    return `The passage has ${quoted(clash.evidenceText)} where the claim has ${quoted(clash.claimText)}; otherwise it says the same: ${quoted(sentence!)}.`;
  }
  const shown = near === null ? '' : partsSentence(foundParts(near));
  const why = isAmbiguous
    ? 'Whom or what the claim means could not be settled.'
    : 'Each of its sentences leaves a part of it out, or says more that could change it.';
  return shown === '' ? 'The passage speaks of no part of the claim.' : `${shown} ${why}`;
}
