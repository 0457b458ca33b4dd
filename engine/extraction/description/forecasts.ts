/** Tells guesses about the future from plans and rules, which somebody has laid down. */

import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import type { FactSignals } from './fact-signals.ts';
import { FAR_FUTURE, GUESSING, INTENTION, OUTCOME_OF_TASTE, PREDICTION } from './signals.ts';

/**
 * True for a statement about the future that no document can settle: a date beyond all plans, what people will feel, what the
 * speakers mean to do. "The shop will open in May" and "members will pay £20" are a plan and a rule. Whether they were made can
 * be looked up.
 */
export function isForecast(text: string, words: readonly Word[], facts: FactSignals): boolean {
  if (!PREDICTION.test(text) || !isMainVerbFuture(words)) return false;
  if (FAR_FUTURE.test(text) || GUESSING.test(text)) return true;
  if (INTENTION.test(text.slice(0, 120))) return !facts.hasNumber && !RULE.test(text);
  return OUTCOME_OF_TASTE.test(text) && !facts.hasNumber;
}

/** Words of a rule by which the speakers bind themselves: "we will refund you in every case". */
export const RULE = /\b(?:always|whenever|in (?:every|any|either) case|if|unless|as soon as|free of charge)\b/iu;

/** True if the main verb is in the future; "would go on to" is past. */
function isMainVerbFuture(words: readonly Word[]): boolean {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return true;
  const modal = main.first.lower;
  if (!/^(?:will|would|shall|wo|'ll|’ll|'d|is|are|'s|'re|am|'m)$/u.test(modal)) return false;
  const next = words[main.start + 1]?.lower ?? '';
  return !(modal === 'would' && /^(?:go|later|become|eventually|also|often|never|prove|remain)$/u.test(next));
}
