/** Arbitrary legal histories of a verification: random commands, of which the decider accepts the legal ones. */

import { MATERIALITIES, RELATIONSHIPS, REVIEW_ACTIONS, VERDICTS } from '#contracts/vocabulary.ts';
import fc from '#test/support/property.ts';
import { createHistory, type History, type PlannedClaim } from './verification-history.ts';

const claim: fc.Arbitrary<PlannedClaim> = fc.record({
  start: fc.nat(30),
  materiality: fc.constantFrom(...MATERIALITIES),
  verdict: fc.constantFrom(...VERDICTS),
  passages: fc.array(fc.constantFrom(...RELATIONSHIPS), { maxLength: 5 }),
});

type Step = (history: History) => void;

const review: fc.Arbitrary<Step> = fc
  .record({
    ordinal: fc.nat(4),
    action: fc.constantFrom(...REVIEW_ACTIONS),
    decision: fc.option(fc.constantFrom(...VERDICTS), { nil: undefined }),
    assignee: fc.option(fc.constant('usr_2'), { nil: undefined }),
  })
  .map(
    ({ ordinal, action, decision, assignee }) =>
      (history) =>
        history.review(ordinal, action, {
          ...(decision !== undefined && { decision }),
          ...(assignee !== undefined && { assignee }),
        }),
  );

const runAgain: Step = (history) => {
  history.fail();
  history.restart();
  history.run();
};

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>((history) => history.extract()) },
  { weight: 2, arbitrary: fc.constant<Step>((history) => history.retrieve()) },
  { weight: 2, arbitrary: fc.constant<Step>((history) => history.judge()) },
  { weight: 2, arbitrary: fc.constant<Step>((history) => history.complete()) },
  { weight: 3, arbitrary: fc.constant<Step>((history) => history.run()) },
  { weight: 1, arbitrary: fc.constant<Step>((history) => history.fail()) },
  { weight: 1, arbitrary: fc.constant<Step>((history) => history.cancel()) },
  { weight: 1, arbitrary: fc.constant<Step>((history) => history.restart()) },
  { weight: 3, arbitrary: fc.constant<Step>(runAgain) },
  { weight: 6, arbitrary: review },
);

const erasure: fc.Arbitrary<Step[]> = fc.constantFrom<Step[]>(
  [],
  [],
  [(history) => history.expire()],
  [(history) => history.expire(), (history) => history.erase()],
  // A stage was still running when the verification expired.
  [(history) => history.expire(), (history) => history.run(), (history) => history.erase()],
);

/** Histories of up to 12 steps and an optional expiry and erasure; `id` is the verification's id. */
export function anyHistory(id = 'ver_00000000000070008000000000000001'): fc.Arbitrary<History> {
  return fc
    .record({
      claims: fc.array(claim, { maxLength: 5 }),
      steps: fc.array(step, { maxLength: 12 }),
      erasure,
    })
    .map(({ claims, steps, erasure }) => {
      const history = createHistory({ id, claims });
      history.request();
      for (const act of [...steps, ...erasure]) act(history);
      return history;
    });
}
