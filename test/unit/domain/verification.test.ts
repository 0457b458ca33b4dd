import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeEvent, registry } from '#contracts/events/registry.ts';
import type { VerificationEvent } from '#contracts/events/verification.ts';
import type { JsonObject } from '#contracts/json.ts';
import { fold } from '#domain/decider.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { verificationDecider as decider } from '#domain/verification/decider.ts';
import { claimId, completedPath as completed, verificationCommand } from '#test/support/arbitraries.ts';

/** A legal history with anything at all in between, so that late states are reached too. */
const commands = fc
  .array(fc.array(verificationCommand, { maxLength: 4 }), { minLength: 6, maxLength: 6 })
  .map((between) => [
    ...completed('contradicted', 'high').flatMap((step, i) => [...between[i]!, step]),
    ...between[5]!,
  ]);

/** Carries the commands out one after another; answers all events. */
function history(sequence: readonly VerificationCommand[]): VerificationEvent[] {
  const events: VerificationEvent[] = [];
  for (const command of sequence) {
    const decision = decider.decide(command, fold(decider, events));
    if (decision.accepted) events.push(...decision.events);
  }
  return events;
}

function review(action: string, extra: Partial<Extract<VerificationCommand, { type: 'RecordReview' }>> = {}) {
  return {
    type: 'RecordReview',
    review_id: `rev_${Math.random()}`,
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
        const before = history(sequence);
        const first = decider.decide(command, fold(decider, before));
        if (!first.accepted || first.events.length === 0) return;
        // A restart followed by a failure may be restarted again: that is another command. Reviews have ids.
        const second = decider.decide(command, fold(decider, [...before, ...first.events]));
        assert.deepEqual(second.accepted ? second.events : [], []);
      }),
      { numRuns: 500 },
    );
  });

  test('any legal history folds, and survives being stored and read again', () => {
    fc.assert(
      fc.property(commands, (sequence) => {
        const events = history(sequence);
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

  test('a run ends once: after completion or failure no stage adds anything', () => {
    fc.assert(
      fc.property(commands, (sequence) => {
        let ended = false;
        for (const event of history(sequence)) {
          if (event.type === 'VerificationRestarted') ended = false;
          const isStageEvent = [
            'ClaimExtracted',
            'EvidenceRetrieved',
            'ClaimJudged',
            'VerificationCompleted',
            'VerificationFailed',
          ];
          if (isStageEvent.includes(event.type)) assert.equal(ended, false, event.type);
          if (event.type === 'VerificationCompleted' || event.type === 'VerificationFailed') ended = true;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a stage that was cut off in the middle adds just what is missing', () => {
    const [request, extract, evidence] = completed('supported', 'medium') as [
      VerificationCommand,
      Extract<VerificationCommand, { type: 'RecordExtraction' }>,
      VerificationCommand,
    ];
    const two = {
      ...extract,
      claims: [extract.claims[0]!, { ...extract.claims[0]!, ordinal: 1, claim_id: claimId(1) }],
    };
    const begun = history([request]).concat({ type: 'ClaimExtracted', data: two.claims[0]! });
    const rest = decider.decide(two, fold(decider, begun));
    assert.ok(rest.accepted);
    assert.deepEqual(
      rest.events.map((event) => event.type),
      ['ClaimExtracted', 'ExtractionCompleted'],
    );
    const early = decider.decide(evidence, fold(decider, begun));
    assert.ok(early.accepted && early.events.length === 0, 'evidence before the extraction is complete is ignored');
  });

  test('a stage of an earlier run adds nothing to a later one', () => {
    const [request, extract] = completed('supported', 'medium') as [VerificationCommand, VerificationCommand];
    const events = history([
      request,
      { type: 'FailVerification', run: 1, reason: 'internal_error', stage: 'extract', failed_at: '' },
      { type: 'RestartVerification', cause: 'idempotent_retry', restarted_at: '', key_id: 'key_1' },
    ]);
    const decision = decider.decide(extract, fold(decider, events));
    assert.ok(decision.accepted && decision.events.length === 0);
  });
});

describe('review of a claim', () => {
  const status = (sequence: VerificationCommand[]) => {
    const claim = fold(decider, history(sequence)).claims.get(claimId(0))!;
    return [claim.human_review_status, claim.review_state];
  };

  test('an item opens by itself for a contradicted claim of high materiality only', () => {
    assert.deepEqual(status(completed('contradicted', 'high')), ['unreviewed', 'open']);
    assert.deepEqual(status(completed('contradicted', 'medium')), ['unreviewed', null]);
    assert.deepEqual(status(completed('supported', 'high')), ['unreviewed', null]);
  });

  test('each action leads where the table says', () => {
    const base = completed('contradicted', 'high');
    assert.deepEqual(status([...base, review('accept')]), ['accepted', 'resolved']);
    assert.deepEqual(status([...base, review('accept', { decision: 'contradicted' })]), ['accepted', 'resolved']);
    assert.deepEqual(status([...base, review('override', { decision: 'supported' })]), ['overridden', 'resolved']);
    assert.deepEqual(status([...base, review('request_evidence')]), ['needs_evidence', 'open']);
    assert.deepEqual(status([...base, review('assign', { assigned_to_user_id: 'usr_1' })]), ['unreviewed', 'open']);
    assert.deepEqual(status([...base, review('resolve')]), ['unreviewed', 'resolved']);
    assert.deepEqual(status([...base, review('accept'), review('reopen')]), ['unreviewed', 'open']);
  });

  test('what does not fit is refused by code and field', () => {
    const base = completed('contradicted', 'high');
    const refused = (sequence: VerificationCommand[], command: VerificationCommand) => {
      const decision = decider.decide(command, fold(decider, history(sequence)));
      assert.ok(!decision.accepted);
      return [decision.code, decision.field];
    };
    assert.deepEqual(refused(base, review('accept', { decision: 'supported' })), ['validation_error', 'decision']);
    assert.deepEqual(refused(base, review('override')), ['validation_error', 'decision']);
    assert.deepEqual(refused(base, review('override', { decision: 'contradicted' })), ['validation_error', 'decision']);
    assert.deepEqual(refused(base, review('assign')), ['validation_error', 'assigned_to_user_id']);
    assert.deepEqual(refused(base, review('reopen')), ['validation_error', 'action']);
    assert.deepEqual(refused([...base, review('resolve')], review('accept')), ['review_closed', undefined]);
    assert.deepEqual(refused(base, review('accept', { claim_id: 'clm_9' })), ['not_found', undefined]);
    assert.deepEqual(
      refused([...base, { type: 'ExpireVerification', reason: 'expired', expired_at: '' }], review('accept')),
      ['verification_expired', undefined],
    );
  });
});
