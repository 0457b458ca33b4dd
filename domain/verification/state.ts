/**
 * The state of a verification, folded from its stream. Head and claims are folded separately, because read models store
 * them in separate documents. Views use the same functions, so a view and a fold of the stream agree.
 */
import type {
  ClaimExtractedData,
  ClaimJudgedData,
  EvidenceRetrievedData,
  ExtractionCompletedData,
  ReviewRecordedData,
  StageDeadLetteredData,
  VerificationCompletedData,
  VerificationEvent,
  VerificationFailedData,
  VerificationRequestedData,
} from '#contracts/events/verification.ts';
import type { HumanReviewStatus, ReviewState, Verdict } from '#contracts/vocabulary.ts';

export type VerificationStatus =
  | 'none'
  | 'requested'
  | 'extracted'
  | 'retrieved'
  | 'judged'
  /** Terminal until an erasure. */
  | 'completed'
  /** Terminal until a restart. */
  | 'failed';

export interface VerificationHead {
  status: VerificationStatus;
  /** 0 before the request, then 1; each restart increments it. */
  run: number;
  request: VerificationRequestedData | null;
  extraction: ExtractionCompletedData | null;
  completion: VerificationCompletedData | null;
  failure: VerificationFailedData | null;
  dead_letters: StageDeadLetteredData[];
  /** `due`: the text must no longer be shown; `erased`: its key is destroyed. */
  erasure: 'none' | 'due' | 'erased';
}

export interface ClaimState {
  run: number;
  extracted: ClaimExtractedData;
  evidence: EvidenceRetrievedData | null;
  judged: ClaimJudgedData | null;
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
      return { ...head, status: 'requested', run: 1, request: event.data };
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
    case 'VerificationRestarted':
      return {
        ...head,
        status: 'requested',
        run: event.data.run,
        request: head.request && { ...head.request, key_id: event.data.key_id },
        extraction: null,
        completion: null,
        failure: null,
      };
    case 'StageDeadLettered':
      return { ...head, dead_letters: [...head.dead_letters, event.data] };
    case 'VerificationExpired':
      return head.erasure === 'none' ? { ...head, erasure: 'due' } : head;
    case 'VerificationErased':
      return { ...head, erasure: 'erased' };
    case 'ClaimExtracted':
    case 'EvidenceRetrieved':
    case 'ClaimJudged':
    case 'ReviewRecorded':
      return head;
  }
}

/** The claim that an event is about, or null. */
export function claimIdOf(event: VerificationEvent): string | null {
  switch (event.type) {
    case 'ClaimExtracted':
    case 'EvidenceRetrieved':
    case 'ClaimJudged':
    case 'ReviewRecorded':
      return event.data.claim_id;
    default:
      return null;
  }
}

/** Folds an event into the claim it is about; `undefined` before ClaimExtracted. */
export function evolveClaim(claim: ClaimState | undefined, event: VerificationEvent): ClaimState | undefined {
  if (event.type === 'ClaimExtracted') {
    // Discards the state from an earlier run, if there is one.
    return {
      run: event.data.run,
      extracted: event.data,
      evidence: null,
      judged: null,
      human_review_status: 'unreviewed',
      review_state: null,
      assigned_to_user_id: null,
      due_at: null,
      reviews: [],
    };
  }
  if (claim === undefined) return undefined;
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
    default:
      return claim;
  }
}

/** Whether a claim's review item opens automatically: high materiality and a verdict that needs a human check. */
export function opensByItself(materiality: string, verdict: Verdict): boolean {
  return materiality === 'high' && (verdict === 'contradicted' || verdict === 'disputed' || verdict === 'unverifiable');
}

export interface VerificationState {
  head: VerificationHead;
  /** By claim id, in order of extraction; claims of the current run only. */
  claims: ReadonlyMap<string, ClaimState>;
}

/** The state before VerificationRequested. */
export function initialState(): VerificationState {
  return { head: initialHead(), claims: new Map() };
}

/** Folds one event. The given state is left as it is. */
export function evolve(state: VerificationState, event: VerificationEvent): VerificationState {
  return evolveAll(state, [event]);
}

/**
 * Folds events. The given state is left as it is: its map of claims is copied once, and the copy, which nobody else has
 * yet, is changed event by event. This keeps a fold over thousands of claims linear.
 */
export function evolveAll(state: VerificationState, events: Iterable<VerificationEvent>): VerificationState {
  let head = state.head;
  let claims = new Map(state.claims);
  for (const event of events) {
    head = evolveHead(head, event);
    if (event.type === 'VerificationRestarted') claims = new Map();
    const claimId = claimIdOf(event);
    if (claimId === null) continue;
    const claim = evolveClaim(claims.get(claimId), event);
    if (claim !== undefined) claims.set(claimId, claim);
  }
  return { head, claims };
}
