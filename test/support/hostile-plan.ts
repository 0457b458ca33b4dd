import { partsSentence } from '#common/found-parts.ts';
import { requestedData } from './arbitraries.ts';
import type { Plan } from './verification-history.ts';

/** A verification in which every external text is `hostile`. */
export function hostilePlan(hostile: string): Plan {
  return {
    content: hostile,
    question: hostile,
    request: { profile: hostile, policy: { ...requestedData().policy, name: hostile } },
    claims: [
      {
        text: hostile,
        start: 0,
        verdict: 'contradicted',
        passages: ['supports', 'contradicts', 'unresolved'],
        passage: {
          text: hostile,
          source: {
            title: hostile,
            publisher: hostile,
            canonical_url: hostile,
            licence: hostile,
            source_class: hostile,
          },
        },
        correction: {
          original: hostile,
          suggested: hostile,
          diff: [
            { op: 'delete', text: hostile },
            { op: 'insert', text: hostile },
            { op: hostile, text: hostile },
          ],
          reverified_verdict: 'supported',
          limitations: [hostile],
        },
      },
      {
        text: hostile,
        start: 0,
        verdict: 'unverifiable',
        passages: ['context', 'unresolved'],
        passage: { text: hostile },
        explanation: `${partsSentence({
          has: [
            { text: hostile, as: hostile, isLoose: true, isAbove: false },
            { text: hostile, as: null, isLoose: false, isAbove: true },
          ],
          differs: [{ text: hostile, instead: hostile }],
          lacks: [hostile],
        })} ${hostile}`,
      },
    ],
    completion: {
      missing_or_uncertain_spans: [hostile],
      risk_drivers: [hostile],
      overall_statement: hostile,
      limitations: [hostile],
    },
  };
}
