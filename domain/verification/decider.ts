/**
 * The verification aggregate. This file has its stream and decider; events.ts its events, sealed-fields.ts which of
 * their texts are sealed, state.ts the state folded from them, commands.ts the commands, and review.ts the decisions on
 * reviews.
 *
 * A stage may be redelivered at any time, so its commands yield only the events that are still missing; none, if the
 * stage was completed or the verification is on another run.
 */

import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import type { VerificationCommand } from './commands.ts';
import { evolveRecorded } from './details.ts';
import { isRestartable, isUnderWay } from './ended.ts';
import { VERIFICATION_EVENTS, type VerificationEvent } from './events.ts';
import { claimsDone, stageAt } from './progress.ts';
import { decideReview, type ReviewRejection } from './review.ts';
import { sourceCallKey } from './run-usage.ts';
import type { ClaimExtractedData, ModelConsultedData, ModelUsage, SourceUsage } from './stage-events.ts';
import { evolve, evolveAll, initialState, type VerificationState, type VerificationStatus } from './state.ts';

export type VerificationRejection = ReviewRejection | 'already_exists' | 'internal_error';
type VerificationDecision = Decision<VerificationEvent, VerificationRejection>;

/** One verification: its stream, its events and its decider. */
export const VERIFICATION = defineAggregate<
  VerificationState,
  VerificationCommand,
  VerificationEvent,
  VerificationRejection
>('verification-', VERIFICATION_EVENTS, { initialState, decide, evolve, evolveAll, evolveRecorded });

/** The verification id in a stream's name. */
export function verificationIdOf(stream: string): string {
  return stream.slice(VERIFICATION.streamPrefix.length);
}

function decide(command: VerificationCommand, state: VerificationState): VerificationDecision {
  const { head, claims } = state;
  switch (command.type) {
    case 'RequestVerification':
      if (head.request === null) {
        const requested = { type: 'VerificationRequested' as const, data: command.data };
        if (command.generated === undefined) return accept(requested);
        return accept<VerificationEvent>(requested, { type: 'CompletionGenerated', data: command.generated });
      }
      // The client repeats a request after a lost response.
      return head.request.content_fingerprint === command.data.content_fingerprint &&
        head.request.organization_id === command.data.organization_id
        ? NOTHING_TO_DO
        : reject('already_exists', 'another verification has this id');

    case 'RecordExtraction': {
      if (!isAt(state, command.run, 'requested')) return NOTHING_TO_DO;
      if (head.erasure !== 'none') return NOTHING_TO_DO;
      const missing = command.claims.filter((claim) => !claims.has(claim.claim_id));
      // A run that was interrupted may come out otherwise: a model had no time left, or another version took over.
      const isOther = command.claims.some((claim) => differs(claims.get(claim.claim_id)?.extracted, claim));
      if (isOther || (command.completion !== null && command.completion.claims !== claims.size + missing.length)) {
        return reject('internal_error', 'claims of another extraction are recorded in this run');
      }
      const events: VerificationEvent[] = missing.map((data) => ({ type: 'ClaimExtracted', data }));
      if (command.completion !== null) events.push({ type: 'ExtractionCompleted', data: command.completion });
      return accept(...events);
    }

    case 'RecordExtractionConsultations': {
      if (!isAt(state, command.run, 'requested')) return NOTHING_TO_DO;
      const missing = command.consultations.filter(
        (item) => !state.extraction_consultations.some((known) => isSameQuestion(known, item)),
      );
      return accept<VerificationEvent>(...missing.map((data) => ({ type: 'ExtractionConsulted' as const, data })));
    }

    case 'RecordSourceCalls': {
      if (!isAt(state, command.run, 'extracted')) return NOTHING_TO_DO;
      const byKey = new Map(command.calls.map((call) => [sourceCallKey(call), call]));
      const missing = [...byKey].flatMap(([key, call]) => (state.source_calls.has(key) ? [] : [call]));
      // For a text that is to be erased nothing is asked any more; what was charged may still be taken back.
      const calls = missing.filter(({ cost_cents = 0 }) => head.erasure === 'none' || cost_cents < 0);
      return calls.length === 0 ? NOTHING_TO_DO : accept({ type: 'SourcesAsked', data: { run: command.run, calls } });
    }

    case 'RecordEvidence': {
      if (!isAt(state, command.run, 'extracted')) return NOTHING_TO_DO;
      const missing = command.evidence.filter((item) => claims.get(item.claim_id)?.evidence === null);
      const events: VerificationEvent[] = missing.map((data) => ({ type: 'EvidenceRetrieved', data }));
      if (command.completion !== null) events.push({ type: 'RetrievalCompleted', data: command.completion });
      return accept(...events);
    }

    case 'RecordConsultations': {
      if (!isAt(state, command.run, 'retrieved')) return NOTHING_TO_DO;
      const missing = command.consultations.filter(
        (item) =>
          claims.get(item.claim_id)?.judged === null &&
          !state.consultations.get(item.claim_id)?.some((known) => isSameQuestion(known, item)),
      );
      return accept<VerificationEvent>(...missing.map((data) => ({ type: 'ModelConsulted' as const, data })));
    }

    case 'RecordJudgements': {
      if (!isAt(state, command.run, 'retrieved')) return NOTHING_TO_DO;
      const missing = command.judgements.filter((item) => claims.get(item.claim_id)?.judged === null);
      const events: VerificationEvent[] = missing.map((data) => ({ type: 'ClaimJudged', data }));
      if (command.completion !== null) events.push({ type: 'JudgementCompleted', data: command.completion });
      return accept(...events);
    }

    case 'CompleteVerification':
      return isAt(state, command.data.run, 'judged')
        ? accept<VerificationEvent>(
            { type: 'VerificationCompleted', data: { ...command.data, ...usageOf(state) } },
            ...endOfDocument(state),
          )
        : NOTHING_TO_DO;

    case 'FailVerification':
      return isRunning(state, command.run)
        ? accept<VerificationEvent>(
            {
              type: 'VerificationFailed',
              data: {
                run: command.run,
                reason: command.reason,
                stage: command.stage,
                failed_at: command.failed_at,
                ...usageOf(state),
              },
            },
            ...endOfDocument(state),
          )
        : NOTHING_TO_DO;

    case 'CancelVerification': {
      // Of a cancellation and an end at the same time, the first in the stream wins.
      const stage = stageAt(head);
      if (stage === null) return NOTHING_TO_DO;
      const data = {
        run: head.run,
        cancelled_at: command.cancelled_at,
        stage,
        claims: claimsDone(state),
        ...usageOf(state),
      };
      return accept<VerificationEvent>({ type: 'VerificationCancelled', data }, ...endOfDocument(state));
    }

    case 'DeadLetterStage': {
      if (head.run !== command.run) return NOTHING_TO_DO;
      if (head.dead_letters.some((letter) => isSameLetter(letter, command))) return NOTHING_TO_DO;
      const { type: _, reason, ...letter } = command;
      const events: VerificationEvent[] = [{ type: 'StageDeadLettered', data: letter }];
      if (isRunning(state, command.run)) {
        events.push({
          type: 'VerificationFailed',
          data: {
            run: command.run,
            reason,
            stage: command.stage,
            failed_at: command.dead_lettered_at,
            ...usageOf(state),
          },
        });
        events.push(...endOfDocument(state));
      }
      return accept(...events);
    }

    case 'RestartVerification':
      return isRestartable(head) && head.erasure === 'none'
        ? accept({
            type: 'VerificationRestarted',
            data: {
              run: Math.max(head.run + 1, command.first_free_run ?? 0),
              cause: command.cause,
              restarted_at: command.restarted_at,
              key_id: command.key_id,
            },
          })
        : NOTHING_TO_DO;

    case 'RecordReview':
      return decideReview(command, state);

    case 'ExpireVerification':
      return head.request !== null && head.erasure === 'none'
        ? accept({
            type: 'VerificationExpired',
            data: { reason: command.reason, expired_at: command.expired_at },
          })
        : NOTHING_TO_DO;

    case 'EraseVerification':
      return head.erasure === 'due'
        ? accept({ type: 'VerificationErased', data: { erased_at: command.erased_at } })
        : NOTHING_TO_DO;
  }
}

type Extracted = Omit<ClaimExtractedData, 'detail'>;

/** True if the two are not the same claim of the text. What it says is sealed anew each time, and not compared. */
function differs(known: Extracted | undefined, claim: Extracted): boolean {
  const parts = ['start', 'end', 'checkable', 'claim_type', 'materiality'] as const;
  return known !== undefined && parts.some((part) => known[part] !== claim[part]);
}

function isAt(state: VerificationState, run: number, status: VerificationStatus): boolean {
  return state.head.run === run && state.head.status === status;
}

function isRunning(state: VerificationState, run: number): boolean {
  return state.head.run === run && isUnderWay(state.head);
}

/**
 * The event that ends a run contains the usage of models and sources, so that the run can be settled and summed up
 * without its other events.
 */
function usageOf({ model_usage, source_usage }: VerificationState): {
  model_usage?: ModelUsage;
  source_usage?: SourceUsage;
} {
  return { ...(model_usage !== null && { model_usage }), ...(source_usage !== null && { source_usage }) };
}

/** Tells a document's job that the run has ended. Empty for other texts. */
function endOfDocument({ head }: VerificationState): VerificationEvent[] {
  const document = head.request?.document;
  if (document === undefined) return [];
  return [{ type: 'DocumentVerificationEnded', data: { run: head.run, job_id: document.job_id } }];
}

type Asked = Pick<ModelConsultedData, 'question' | 'prompt_version' | 'deidentified' | 'about'>;

/**
 * With another version of the prompt, or about other claims as well, it is another question: the same passage names may
 * mean other passages.
 */
export function isSameQuestion(a: Asked, b: Asked): boolean {
  if (a.question !== b.question || a.prompt_version !== b.prompt_version) return false;
  return a.deidentified === b.deidentified && a.about?.join() === b.about?.join();
}

function isSameLetter(
  letter: { run: number; stage: string; trigger_event_id: string },
  command: { run: number; stage: string; trigger_event_id: string },
): boolean {
  return (
    letter.run === command.run && letter.stage === command.stage && letter.trigger_event_id === command.trigger_event_id
  );
}
