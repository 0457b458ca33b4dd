/**
 * The state of a verification, folded from its stream. Head and claims are folded separately, because read models store
 * them in separate documents. Views use the same functions, so a view and a fold of the stream agree.
 */

import type { HumanReviewStatus, ReviewState, Verdict } from '#contracts/vocabulary.ts';
import { Claims } from './claims.ts';
import type {
  CompletionGeneratedData,
  ReviewRecordedData,
  StageDeadLetteredData,
  VerificationCancelledData,
  VerificationCompletedData,
  VerificationEvent,
  VerificationFailedData,
  VerificationRequestedData,
} from './events.ts';
import { evolveUsage, NOTHING_USED, type RunUsage } from './run-usage.ts';
import type {
  ClaimExtractedData,
  ClaimJudgedData,
  EvidenceRetrievedData,
  ExtractionCompletedData,
} from './stage-events.ts';

export type VerificationStatus =
  | 'none'
  | 'requested'
  | 'extracted'
  | 'retrieved'
  | 'judged'
  /** Terminal until an erasure. */
  | 'completed'
  /** Terminal until a restart. */
  | 'failed'
  /** Terminal until a restart. */
  | 'cancelled';

export interface VerificationHead {
  status: VerificationStatus;
  /** 0 before the request, then usually 1; each restart increases it. */
  run: number;
  request: VerificationRequestedData | null;
  /** Absent unless the text is a chat completion. */
  generated?: CompletionGeneratedData;
  extraction: ExtractionCompletedData | null;
  completion: VerificationCompletedData | null;
  failure: VerificationFailedData | null;
  /** Absent unless the run was cancelled. */
  cancellation?: VerificationCancelledData;
  dead_letters: StageDeadLetteredData[];
  /** `due`: the text must no longer be shown; `erased`: its key is destroyed. */
  erasure: 'none' | 'due' | 'erased';
}

export interface ClaimState extends ClaimProgress {
  extracted: ClaimExtractedData;
  evidence: EvidenceRetrievedData | null;
  judged: ClaimJudgedData | null;
}

/**
 * A claim as a folded state has it: of a text with many claims, most details are left in the stream (`details.ts`), from
 * where they are read when they are needed.
 */
export interface FoldedClaim extends ClaimProgress {
  extracted: Folded<ClaimExtractedData>;
  evidence: Folded<EvidenceRetrievedData> | null;
  judged: Folded<ClaimJudgedData> | null;
}

/** Where an event stands whose detail was left in the stream. */
export interface LeftInStream {
  revision: number;
}

type Folded<Data extends { detail: string }> = Omit<Data, 'detail'> & { detail: string | LeftInStream };

interface ClaimProgress {
  run: number;
  human_review_status: HumanReviewStatus;
  /** null until a review item is opened. */
  review_state: ReviewState | null;
  assigned_to_user_id: string | null;
  due_at: string | null;
  reviews: ReviewRecordedData[];
}

/** The head before VerificationRequested. */
export function initialHead(): VerificationHead {
  return {
    status: 'none',
    run: 0,
    request: null,
    extraction: null,
    completion: null,
    failure: null,
    dead_letters: [],
    erasure: 'none',
  };
}

/** Folds an event into the head. Events about a claim leave it unchanged. */
export function evolveHead(head: VerificationHead, event: VerificationEvent): VerificationHead {
  switch (event.type) {
    case 'VerificationRequested':
      return { ...head, status: 'requested', run: event.data.run ?? 1, request: event.data };
    case 'CompletionGenerated':
      return { ...head, generated: event.data };
    case 'ExtractionCompleted':
      return { ...head, status: 'extracted', extraction: event.data };
    case 'RetrievalCompleted':
      return { ...head, status: 'retrieved' };
    case 'JudgementCompleted':
      return { ...head, status: 'judged' };
    case 'VerificationCompleted':
      return { ...head, status: 'completed', completion: event.data };
    case 'VerificationFailed':
      return { ...head, status: 'failed', failure: event.data };
    case 'VerificationCancelled':
      return { ...head, status: 'cancelled', cancellation: event.data };
    case 'VerificationRestarted': {
      const { cancellation: _, ...rest } = head;
      return {
        ...rest,
        status: 'requested',
        run: event.data.run,
        request: head.request && { ...head.request, key_id: event.data.key_id },
        extraction: null,
        completion: null,
        failure: null,
      };
    }
    case 'StageDeadLettered':
      return { ...head, dead_letters: [...head.dead_letters, event.data] };
    case 'VerificationExpired':
      return head.erasure === 'none' ? { ...head, erasure: 'due' } : head;
    case 'VerificationErased':
      return { ...head, erasure: 'erased' };
    case 'ExtractionConsulted':
    case 'ClaimExtracted':
    case 'EvidenceRetrieved':
    case 'SourcesAsked':
    case 'ModelConsulted':
    case 'ClaimJudged':
    case 'ReviewRecorded':
    case 'DocumentVerificationEnded':
      return head;
  }
}

/** An event that changes a claim. Questions to a model about a claim only change it when it is judged. */
export type ClaimEvent = Exclude<
  Extract<VerificationEvent, { data: { claim_id: string } }>,
  { type: 'ModelConsulted' }
>;

/** The same, or one whose detail was left in the stream. */
export type FoldedClaimEvent =
  | { type: 'ClaimExtracted'; data: Folded<ClaimExtractedData> }
  | { type: 'EvidenceRetrieved'; data: Folded<EvidenceRetrievedData> }
  | { type: 'ClaimJudged'; data: Folded<ClaimJudgedData> }
  | Extract<ClaimEvent, { type: 'ReviewRecorded' }>;

/** Whether an event changes a claim; the others are about the verification as a whole. */
export function isClaimEvent(event: VerificationEvent): event is ClaimEvent {
  return 'claim_id' in event.data && event.type !== 'ModelConsulted';
}

/** Folds an event into the claim it is about; `undefined` before ClaimExtracted. */
export function evolveClaim(claim: ClaimState | undefined, event: ClaimEvent): ClaimState | undefined;
export function evolveClaim(claim: FoldedClaim | undefined, event: FoldedClaimEvent): FoldedClaim | undefined;
export function evolveClaim(claim: FoldedClaim | undefined, event: FoldedClaimEvent): FoldedClaim | undefined {
  // Discards the state from an earlier run, if there is one.
  if (event.type === 'ClaimExtracted') return newClaim(event.data);
  return claim && evolveExtracted(claim, event);
}

function newClaim(extracted: Folded<ClaimExtractedData>): FoldedClaim {
  return {
    run: extracted.run,
    extracted,
    evidence: null,
    judged: null,
    human_review_status: 'unreviewed',
    review_state: null,
    assigned_to_user_id: null,
    due_at: null,
    reviews: [],
  };
}

function evolveExtracted(
  claim: FoldedClaim,
  event: Exclude<FoldedClaimEvent, { type: 'ClaimExtracted' }>,
): FoldedClaim {
  switch (event.type) {
    case 'EvidenceRetrieved':
      return { ...claim, evidence: event.data };
    case 'ClaimJudged':
      return {
        ...claim,
        judged: event.data,
        review_state: opensByItself(claim.extracted.materiality, event.data.verdict) ? 'open' : null,
      };
    case 'ReviewRecorded':
      return {
        ...claim,
        human_review_status: event.data.human_review_status,
        review_state: event.data.state,
        assigned_to_user_id: event.data.assigned_to_user_id ?? claim.assigned_to_user_id,
        due_at: event.data.due_at ?? claim.due_at,
        reviews: [...claim.reviews, event.data],
      };
  }
}

/** Whether a claim's review item opens automatically: high materiality and a verdict that needs a human check. */
export function opensByItself(materiality: string, verdict: Verdict): boolean {
  return materiality === 'high' && (verdict === 'contradicted' || verdict === 'disputed' || verdict === 'unverifiable');
}

export interface VerificationState extends RunUsage {
  head: VerificationHead;
  /** By claim id, in order of extraction; claims of the current run only. */
  claims: Claims<FoldedClaim>;
}

/** The state before VerificationRequested. */
export function initialState(): VerificationState {
  return { head: initialHead(), claims: new Claims(), ...NOTHING_USED };
}

/** Folds one event. The given state is left as it is. */
export function evolve(state: VerificationState, event: VerificationEvent): VerificationState {
  return evolveAll(state, [event]);
}

/** Folds events. The given state is left as it is. All details are in the state afterwards. */
export function evolveAll(state: VerificationState, events: Iterable<VerificationEvent>): VerificationState {
  return evolveWith(state, events, (event) => event);
}

/** Makes of an event about a claim what of it is folded; `at`: its place among those given, `claims`: how many claims there are so far. */
export type Trim = (event: ClaimEvent, at: number, claims: number) => FoldedClaimEvent;

/** Folds events as `trim` leaves them. The given state is left as it is. */
export function evolveWith(
  state: VerificationState,
  events: Iterable<VerificationEvent>,
  trim: Trim,
): VerificationState {
  let { head, claims: before, ...usage } = state;
  let claims = before.change();
  let at = -1;
  for (const event of events) {
    at++;
    head = evolveHead(head, event);
    usage = evolveUsage(usage, event);
    if (event.type === 'VerificationRestarted') claims = new Claims<FoldedClaim>().change();
    if (!isClaimEvent(event)) continue;
    const { claim_id } = event.data;
    const claim = evolveClaim(claims.get(claim_id), trim(event, at, claims.size));
    if (claim !== undefined) claims.set(claim_id, claim);
  }
  return { head, claims: claims.done(), ...usage };
}
