/**
 * Combines the local judge's reading of the passages with a language model's. The model may decide what the local judge left
 * open, and withdraw support. A contradiction that only the local judge finds becomes unresolved, unless other passages support
 * the claim.
 */

import type { PassageJudgement } from '#engine/types/judging.ts';
import { MODEL_PROBABILITY } from '../configuration.ts';
import { isDecided } from '../decided.ts';
import { isQuotedClaim } from '../fact-check.ts';
import { abstentionReliability } from '../findings.ts';
import type { ExaminedPassage } from '../verdict.ts';
import type { CheckedPassage, CheckedReplies } from './inquiry.ts';

/** Applies the model's labels to the passages. Passages that decide the claim only together count as one source. */
export function withReplies(passages: readonly ExaminedPassage[], replies: CheckedReplies): ExaminedPassage[] {
  const combined = passages.map((passage, place) => {
    const own = replies.passages[place] ?? null;
    return own === null ? passage : { ...passage, judgement: judgementOf(passage, own) };
  });
  return keepOpposition(passages, replies.joined.reduce(withJoined, combined));
}

/**
 * A contradiction that only the local judge finds can't decide a claim. Where other passages support the claim, however, it
 * stands: the model alone can't remove this opposition.
 */
function keepOpposition(local: readonly ExaminedPassage[], combined: ExaminedPassage[]): ExaminedPassage[] {
  if (!combined.some(({ judgement }) => judgement.relationship === 'supports')) return combined;
  return combined.map((passage, place) => {
    const { relationship, probability } = local[place]!.judgement;
    if (relationship !== 'contradicts' || !isContested(passage.judgement)) return passage;
    return { ...passage, judgement: { ...passage.judgement, relationship, probability } };
  });
}

/** True if the model and the local judge read the passage differently. */
function isContested({ grounds }: PassageJudgement): boolean {
  return grounds.includes('model_disagrees');
}

function judgementOf({ judgement: local, findings }: ExaminedPassage, own: CheckedPassage): PassageJudgement {
  const open = abstentionReliability(findings.coverage);
  if (own.says === 'neither') {
    if (!isDecided(local)) return local;
    if (local.relationship === 'contradicts') {
      return {
        relationship: 'unresolved',
        probability: open,
        explanation: `A language model reads that the passage leaves the claim open. The local judge had found: ${local.explanation}`,
        grounds: ['model_disagrees', ...local.grounds],
      };
    }
    return {
      relationship: 'context',
      probability: open,
      explanation: `A language model reads that the passage leaves the claim open. The local judge had found: ${local.explanation}`,
      grounds: ['model_withdraws', ...local.grounds],
    };
  }
  if (own.says === 'supports' && isQuotedClaim(local)) return local;
  const found = foundWords(own.says, own.quotes);
  if (!isDecided(local)) {
    return { relationship: own.says, probability: own.probability, explanation: found, grounds: ['model'] };
  }
  if (local.relationship !== own.says) {
    return {
      relationship: 'unresolved',
      probability: open,
      explanation: `Two readings of the passage contradict each other. ${found} The local judge had found: ${local.explanation}`,
      grounds: ['model_disagrees', ...local.grounds],
    };
  }
  return {
    ...local,
    probability: Math.max(local.probability, own.probability),
    explanation: `${local.explanation} ${found}`,
  };
}

function withJoined(passages: ExaminedPassage[], joined: CheckedReplies['joined'][number]): ExaminedPassage[] {
  const own = joined.passages.map((place) => passages[place]!);
  // Each passage holds a part of the claim. They don't count together if one of them already decides or is contested, or if only
  // some are approved sources.
  if (own.some(({ judgement }) => isDecided(judgement) || isContested(judgement))) return passages;
  if (new Set(own.map(({ source }) => source.approved)).size > 1) return passages;
  if (joined.says === 'supports' && own.some(({ judgement }) => isQuotedClaim(judgement))) return passages;
  const clusters = new Set(own.map(({ independence_cluster }) => independence_cluster));
  const [cluster] = clusters;
  return passages.map((passage, place) => ({
    ...passage,
    independence_cluster: clusters.has(passage.independence_cluster) ? cluster! : passage.independence_cluster,
    judgement: joined.passages.includes(place)
      ? {
          relationship: joined.says,
          probability: MODEL_PROBABILITY.joined,
          explanation: `${foundWords(joined.says, joined.quotes)} The words stand in several passages, which say it together.`,
          grounds: ['model', 'joined'],
        }
      : passage.judgement,
  }));
}

const LONGEST_QUOTE = 300;
const MOST_QUOTES = 5;

/** Describes the passage's words that the model's answer rests on. */
function foundWords(says: 'supports' | 'contradicts', quotes: readonly string[]): string {
  const what = says === 'supports' ? 'that this supports the claim' : 'that this contradicts the claim';
  if (quotes.length === 0) return `A language model reads in the passage as a whole ${what}.`;
  const shown = quotes.slice(0, MOST_QUOTES).map((quote) => `"${shortened(quote)}"`);
  const more = quotes.length > MOST_QUOTES ? ` and ${quotes.length - MOST_QUOTES} more` : '';
  return `A language model reads ${what}: ${shown.join(', ')}${more}.`;
}

function shortened(quote: string): string {
  return quote.length > LONGEST_QUOTE ? `${quote.slice(0, LONGEST_QUOTE).toWellFormed()}…` : quote;
}
