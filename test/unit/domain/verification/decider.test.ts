import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { fold } from '#domain/decider.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { VERIFICATION as decider } from '#domain/verification/decider.ts';
import { END_EVENTS, isEnd } from '#domain/verification/ended.ts';
import type { ReviewRecordedData, VerificationEvent } from '#domain/verification/events.ts';
import { MOST_REVIEWS } from '#domain/verification/review.ts';
import { claimId, completedPath as completed, verificationCommand } from '#test/support/arbitraries.ts';
import { given, historyOf } from '#test/support/decider-spec.ts';
import fc from '#test/support/property.ts';

/** A legal history with arbitrary commands in between, so that late states are reached too. */
const commands = fc
  .array(fc.array(verificationCommand, { maxLength: 4 }), { minLength: 6, maxLength: 6 })
  .map((between) => [
    ...completed('contradicted', 'high').flatMap((step, i) => [...between[i]!, step]),
    ...between[5]!,
  ]);

const history = (sequence: readonly VerificationCommand[]) => historyOf(decider, sequence);
const drawnHistory = (sequence: readonly VerificationCommand[]) => historyOf(decider, sequence, { skipRejected: true });

let reviews = 0;

function review(action: string, extra: Partial<Extract<VerificationCommand, { type: 'RecordReview' }>> = {}) {
  return {
    type: 'RecordReview',
    review_id: `rev_${++reviews}`,
    claim_id: claimId(0),
    action,
    decision: null,
    assigned_to_user_id: null,
    due_at: null,
    reviewer: { type: 'api_key', id: 'key_1' },
    recorded_at: '2026-01-01T00:00:00.000Z',
    explanation: 's1.',
    ...extra,
  } as VerificationCommand;
}

describe('verification decider', () => {
  test('a repeated command changes nothing', () => {
    fc.assert(
      fc.property(commands, verificationCommand, (sequence, command) => {
        const before = drawnHistory(sequence);
        const first = decider.decide(command, fold(decider, before));
        fc.pre(first.accepted && first.events.length > 0);
        // A failure after a restart may be restarted again, so this restart is another command. Reviews have ids.
        const second = decider.decide(command, fold(decider, [...before, ...first.events]));
        assert.deepEqual(second.accepted ? second.events : [], []);
      }),
      { numRuns: 500 },
    );
  });

  test('any legal history folds, also after encoding and decoding its events', () => {
    fc.assert(
      fc.property(commands, (sequence) => {
        const events = drawnHistory(sequence);
        const reread = events.map((event) =>
          decodeEvent({
            type: registry.storedType(event.type),
            data: JSON.parse(JSON.stringify(event.data)) as JsonObject,
          }),
        );
        assert.deepEqual(reread, events);
        assert.deepEqual(fold(decider, reread as VerificationEvent[]), fold(decider, events));
      }),
      { numRuns: 300 },
    );
  });

  test('a run ends once: after any end no stage adds anything', () => {
    fc.assert(
      fc.property(commands, (sequence) => {
        let ended = false;
        for (const event of drawnHistory(sequence)) {
          if (event.type === 'VerificationRestarted') ended = false;
          const isStageEvent = ['ClaimExtracted', 'EvidenceRetrieved', 'ClaimJudged', ...END_EVENTS];
          if (isStageEvent.includes(event.type)) assert.equal(ended, false, event.type);
          if (isEnd(event)) ended = true;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('an interrupted stage adds only the missing events', () => {
    const [request, extract, evidence] = completed('supported', 'medium') as [
      VerificationCommand,
      Extract<VerificationCommand, { type: 'RecordExtraction' }>,
      VerificationCommand,
    ];
    const two = {
      ...extract,
      claims: [extract.claims[0]!, { ...extract.claims[0]!, ordinal: 1, claim_id: claimId(1) }],
      completion: { ...extract.completion!, claims: 2 },
    };
    const begun = [...history([request]), { type: 'ClaimExtracted' as const, data: two.claims[0]! }];
    given(decider, ...begun)
      .when(two)
      .thenTypes('ClaimExtracted', 'ExtractionCompleted');
    // A group that is not the last one completes nothing.
    given(decider, ...begun)
      .when({ ...two, completion: null })
      .thenTypes('ClaimExtracted');
    // Evidence is ignored until the extraction is complete.
    given(decider, ...begun)
      .when(evidence)
      .thenNothing();
  });

  test('claims of two extractions are not mixed in a run', () => {
    const [request, extract] = completed('supported', 'medium') as [
      VerificationCommand,
      Extract<VerificationCommand, { type: 'RecordExtraction' }>,
    ];
    const [claim] = extract.claims;
    const further = { ...claim!, ordinal: 1, claim_id: claimId(1) };
    const begun = [...history([request]), { type: 'ClaimExtracted' as const, data: claim! }];
    given(decider, ...begun)
      .when({ ...extract, claims: [{ ...claim!, start: claim!.start + 1 }, further], completion: null })
      .thenRefused('internal_error');
    // One that came out shorter would hide the claims behind its end.
    given(decider, ...begun, { type: 'ClaimExtracted', data: further })
      .when(extract)
      .thenRefused('internal_error');
  });

  test('a text that is to be erased gets no further claims', () => {
    const [request, extract] = completed('supported', 'medium') as [VerificationCommand, VerificationCommand];
    const events = history([request, { type: 'ExpireVerification', reason: 'expired', expired_at: '' }]);
    given(decider, ...events)
      .when(extract)
      .thenNothing();
  });

  test('a stage of an earlier run adds nothing to a later one', () => {
    const [request, extract] = completed('supported', 'medium') as [VerificationCommand, VerificationCommand];
    const events = history([
      request,
      { type: 'FailVerification', run: 1, reason: 'internal_error', stage: 'extract', failed_at: '' },
      { type: 'RestartVerification', cause: 'idempotent_retry', restarted_at: '', key_id: 'key_1' },
    ]);
    given(decider, ...events)
      .when(extract)
      .thenNothing();
  });
});

describe('cancellation', () => {
  const cancel = { type: 'CancelVerification', cancelled_at: '2026-01-01T00:00:00.000Z' } as const;
  const path = completed('contradicted', 'high');
  const cancelled = (steps: number) => {
    const decision = decider.decide(cancel, fold(decider, history(path.slice(0, steps))));
    return decision.accepted ? decision.events : null;
  };

  test('says at which stage the run was, and what was done until then', () => {
    const expected = [
      ['extract', { extracted: 0, checkable: 0, searched: 0, judged: 0 }],
      ['retrieve', { extracted: 1, checkable: 1, searched: 0, judged: 0 }],
      ['judge', { extracted: 1, checkable: 1, searched: 1, judged: 0 }],
      ['conclude', { extracted: 1, checkable: 1, searched: 1, judged: 1 }],
    ];
    for (const [n, [stage, claims]] of expected.entries()) {
      const data = { run: 1, cancelled_at: cancel.cancelled_at, stage, claims };
      assert.deepEqual(cancelled(n + 1), [{ type: 'VerificationCancelled', data }]);
    }
  });

  test('changes nothing before the request, after the end, or a second time', () => {
    given(decider).when(cancel).thenNothing();
    given(decider, ...history(path))
      .when(cancel)
      .thenNothing();
    given(decider, ...history([path[0]!, cancel]))
      .when(cancel)
      .thenNothing();
  });

  test('of a cancellation and a completion, the first in the stream wins', () => {
    const complete = path.at(-1)!;
    given(decider, ...history([...path.slice(0, -1), cancel]))
      .when(complete)
      .thenNothing();
  });

  test('a cancelled run may be followed by another one, which forgets it', () => {
    const restart = { type: 'RestartVerification', cause: 'idempotent_retry', restarted_at: '', key_id: 'k' } as const;
    const { head } = fold(decider, history([path[0]!, cancel, restart]));
    assert.deepEqual([head.status, head.run, 'cancellation' in head], ['requested', 2, false]);
  });

  test('the job of a cancelled document is told', () => {
    const request = path[0] as Extract<VerificationCommand, { type: 'RequestVerification' }>;
    const document = { job_id: 'job_1', page_starts: [] };
    given(decider, ...history([{ ...request, data: { ...request.data, document } }]))
      .when(cancel)
      .thenTypes('VerificationCancelled', 'DocumentVerificationEnded');
  });
});

describe('review of a claim', () => {
  const status = (sequence: VerificationCommand[]) => {
    const claim = fold(decider, history(sequence)).claims.get(claimId(0))!;
    return [claim.human_review_status, claim.review_state];
  };

  test('an item opens automatically only for a contradicted claim of high materiality', () => {
    assert.deepEqual(status(completed('contradicted', 'high')), ['unreviewed', 'open']);
    assert.deepEqual(status(completed('contradicted', 'medium')), ['unreviewed', null]);
    assert.deepEqual(status(completed('supported', 'high')), ['unreviewed', null]);
  });

  test('each action leads to its documented state', () => {
    const base = completed('contradicted', 'high');
    assert.deepEqual(status([...base, review('accept')]), ['accepted', 'resolved']);
    assert.deepEqual(status([...base, review('accept', { decision: 'contradicted' })]), ['accepted', 'resolved']);
    assert.deepEqual(status([...base, review('override', { decision: 'supported' })]), ['overridden', 'resolved']);
    assert.deepEqual(status([...base, review('request_evidence')]), ['needs_evidence', 'open']);
    assert.deepEqual(status([...base, review('assign', { assigned_to_user_id: 'usr_1' })]), ['unreviewed', 'open']);
    assert.deepEqual(status([...base, review('resolve')]), ['unreviewed', 'resolved']);
    assert.deepEqual(status([...base, review('accept'), review('reopen')]), ['unreviewed', 'open']);
  });

  test('an invalid action is rejected with code and field', () => {
    const base = completed('contradicted', 'high');
    const after = (...further: VerificationCommand[]) => given(decider, ...history([...base, ...further]));
    after()
      .when(review('accept', { decision: 'supported' }))
      .thenRefused('validation_error', 'decision');
    after().when(review('override')).thenRefused('validation_error', 'decision');
    after()
      .when(review('override', { decision: 'contradicted' }))
      .thenRefused('validation_error', 'decision');
    after().when(review('assign')).thenRefused('validation_error', 'assigned_to_user_id');
    after().when(review('reopen')).thenRefused('validation_error', 'action');
    after(review('resolve')).when(review('accept')).thenRefused('review_closed');
    after()
      .when(review('accept', { claim_id: 'clm_9' }))
      .thenRefused('not_found');
    after({ type: 'ExpireVerification', reason: 'expired', expired_at: '' })
      .when(review('accept'))
      .thenRefused('verification_expired');
  });

  test('only so many actions are recorded on a verification, and then no more', () => {
    const reviewed = fold(decider, history(completed('contradicted', 'high')));
    const first = decider.decide(review('request_evidence', { review_id: 'rev_0' }), reviewed);
    assert.ok(first.accepted);
    const recorded = first.events.map(({ data }) => data as ReviewRecordedData);
    const more = Array.from({ length: MOST_REVIEWS - 1 }, (_, n) => ({ ...recorded[0]!, review_id: `rev_${n + 1}` }));
    const [claim] = [...reviewed.claims.values()];
    const full = (reviews: ReviewRecordedData[]) => {
      const claims = reviewed.claims.change();
      claims.set(claim!.extracted.claim_id, { ...claim!, reviews });
      return { ...reviewed, claims: claims.done() };
    };
    const another = review('request_evidence', { review_id: 'rev_new' });
    assert.equal(decider.decide(another, full([...recorded, ...more.slice(1)])).accepted, true);
    const state = full([...recorded, ...more]);
    const refused = decider.decide(another, state);
    assert.ok(!refused.accepted);
    assert.deepEqual([refused.code, refused.field], ['validation_error', 'claim_id']);
    const repeated = decider.decide(review('request_evidence', { review_id: 'rev_0' }), state);
    assert.deepEqual(repeated, { accepted: true, events: [] });
  });
});

test('folding events leaves the state before them as it was', () => {
  const [requested, extracted, ...rest] = history(completed('contradicted', 'high'));
  const before = fold(decider, [requested!, extracted!]);
  const contentOf = () => structuredClone([before.head, ...before.claims.values()]);
  const content = contentOf();
  const oneByOne = rest.reduce((state, event) => decider.evolve(state, event), before);
  assert.deepEqual(contentOf(), content);
  assert.deepEqual(fold(decider, rest, before), oneByOne);
  assert.deepEqual(contentOf(), content);
});
