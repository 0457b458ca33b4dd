/**
 * The state of a verification, folded from its stream. Head and claims are folded separately, because read models store
 * them in separate documents. Views use the same functions, so a view and a fold of the stream agree.
 */

import type { HumanReviewStatus, ReviewState, Verdict } from '#contracts/vocabulary.ts';
import { roundedCents } from '#domain/tariff.ts';
import type {
  ClaimExtractedData,
  ClaimJudgedData,
  CompletionGeneratedData,
  EvidenceRetrievedData,
  ExtractionCompletedData,
  ExtractionConsultedData,
  ModelConsultedData,
  ModelUsage,
  ReviewRecordedData,
  SourceCall,
  SourceUsage,
  StageDeadLetteredData,
  VerificationCancelledData,
  VerificationCompletedData,
  VerificationEvent,
  VerificationFailedData,
  VerificationRequestedData,
} from './events.ts';

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

/** Whether an event changes a claim; the others are about the verification as a whole. */
export function isClaimEvent(event: VerificationEvent): event is ClaimEvent {
  return 'claim_id' in event.data && event.type !== 'ModelConsulted';
}

/** Folds an event into the claim it is about; `undefined` before ClaimExtracted. */
export function evolveClaim(claim: ClaimState | undefined, event: ClaimEvent): ClaimState | undefined {
  // Discards the state from an earlier run, if there is one.
  if (event.type === 'ClaimExtracted') return newClaim(event.data);
  return claim && evolveExtracted(claim, event);
}

function newClaim(extracted: ClaimExtractedData): ClaimState {
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

function evolveExtracted(claim: ClaimState, event: Exclude<ClaimEvent, { type: 'ClaimExtracted' }>): ClaimState {
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
  claims: ReadonlyMap<string, ClaimState>;
}

/** The current run's calls to language models and outside sources. */
interface RunUsage {
  /** Outcomes of questions to language models about the text; of the current run, until its extraction has completed. */
  extraction_consultations: readonly ExtractionConsultedData[];
  /** Whether a language model has answered one of them. */
  extraction_answered: boolean;
  /** Outcomes of questions to language models, by claim id; of the current run, until its claims are judged. */
  consultations: ReadonlyMap<string, readonly ModelConsultedData[]>;
  /** The current run's use of language models so far, including writing a completion; null: none. */
  model_usage: ModelUsage | null;
  /** Whether a language model has answered a question of the current run's judge, now or earlier. */
  model_answered: boolean;
  /** Calls to outside sources, by `sourceCallKey`; of the current run, until its retrieval has completed. */
  source_calls: ReadonlySet<string>;
  /** The current run's use of outside sources so far; null: none. */
  source_usage: SourceUsage | null;
}

const NOTHING_USED: RunUsage = {
  extraction_consultations: [],
  extraction_answered: false,
  consultations: new Map(),
  model_usage: null,
  model_answered: false,
  source_calls: new Set(),
  source_usage: null,
};

/** The state before VerificationRequested. */
export function initialState(): VerificationState {
  return { head: initialHead(), claims: new Map(), ...NOTHING_USED };
}

/** Folds one event. The given state is left as it is. */
export function evolve(state: VerificationState, event: VerificationEvent): VerificationState {
  return evolveAll(state, [event]);
}

/**
 * Folds events. Does not change the given state: its map of claims is copied once, and the copy, which no caller has yet,
 * is changed event by event. This keeps a fold over thousands of claims linear.
 */
export function evolveAll(state: VerificationState, events: Iterable<VerificationEvent>): VerificationState {
  let { head, claims: before, ...usage } = state;
  let claims = new Map(before);
  for (const event of events) {
    head = evolveHead(head, event);
    usage = evolveUsage(usage, event);
    if (event.type === 'VerificationRestarted') claims = new Map();
    if (!isClaimEvent(event)) continue;
    const { claim_id } = event.data;
    const claim = evolveClaim(claims.get(claim_id), event);
    if (claim !== undefined) claims.set(claim_id, claim);
  }
  return { head, claims, ...usage };
}

/** Folds an event into the run's usage. */
function evolveUsage(usage: RunUsage, event: VerificationEvent): RunUsage {
  switch (event.type) {
    case 'VerificationRestarted':
      return NOTHING_USED;
    case 'CompletionGenerated':
      return { ...usage, model_usage: withCompletion(usage.model_usage, event.data) };
    case 'SourcesAsked':
      return {
        ...usage,
        source_calls: new Set([...usage.source_calls, ...event.data.calls.map(sourceCallKey)]),
        source_usage: addSourceUsage(usage.source_usage, event.data.calls),
      };
    case 'RetrievalCompleted':
      return { ...usage, source_calls: NOTHING_USED.source_calls };
    case 'ModelConsulted':
      return {
        ...usage,
        consultations: withConsultation(usage.consultations, event.data),
        model_usage: addUsage(usage.model_usage, event.data),
        model_answered: usage.model_answered || event.data.outcome === 'answered',
      };
    case 'ExtractionConsulted':
      return {
        ...usage,
        extraction_consultations: [...usage.extraction_consultations, event.data],
        model_usage: addUsage(usage.model_usage, event.data),
        extraction_answered: usage.extraction_answered || event.data.outcome === 'answered',
      };
    case 'ExtractionCompleted':
      return { ...usage, extraction_consultations: NOTHING_USED.extraction_consultations };
    case 'JudgementCompleted':
      return { ...usage, consultations: NOTHING_USED.consultations };
    case 'VerificationRequested':
    case 'ClaimExtracted':
    case 'EvidenceRetrieved':
    case 'ClaimJudged':
    case 'VerificationCompleted':
    case 'VerificationFailed':
    case 'VerificationCancelled':
    case 'DocumentVerificationEnded':
    case 'ReviewRecorded':
    case 'StageDeadLettered':
    case 'VerificationExpired':
    case 'VerificationErased':
      return usage;
  }
}

const NOTHING_ASKED: ModelUsage = { questions: 0, remembered: 0, input_tokens: 0, output_tokens: 0, cost_cents: 0 };

/** The first run's cost includes writing the text. The tokens of writing are counted elsewhere: when it was written. */
function withCompletion(usage: ModelUsage | null, { cost_cents }: CompletionGeneratedData): ModelUsage | null {
  if (cost_cents === undefined) return usage;
  const before = usage ?? NOTHING_ASKED;
  return { ...before, cost_cents: before.cost_cents + cost_cents };
}

function addUsage(usage: ModelUsage | null, consulted: ExtractionConsultedData): ModelUsage {
  const before = usage ?? NOTHING_ASKED;
  return {
    questions: before.questions + (consulted.remembered ? 0 : 1),
    remembered: before.remembered + (consulted.remembered ? 1 : 0),
    input_tokens: before.input_tokens + (consulted.input_tokens ?? 0),
    output_tokens: before.output_tokens + (consulted.output_tokens ?? 0),
    cost_cents: roundedCents(before.cost_cents + (consulted.cost_cents ?? 0)),
  };
}

/** Key by which repeated calls to a source are recognised and counted once. */
export function sourceCallKey({ kind, source, id }: Pick<SourceCall, 'kind' | 'source' | 'id'>): string {
  return `${kind}/${source}/${id}`;
}

const NO_SOURCE_ASKED: SourceUsage = { searches: 0, remembered: 0, documents: 0, cost_cents: 0 };

function addSourceUsage(usage: SourceUsage | null, calls: readonly SourceCall[]): SourceUsage {
  const before = usage ?? NO_SOURCE_ASKED;
  const number = (kind: SourceCall['kind']) => calls.filter((call) => call.kind === kind).length;
  return {
    searches: before.searches + number('search'),
    remembered: before.remembered + number('remembered'),
    documents: before.documents + number('document'),
    cost_cents: roundedCents(calls.reduce((sum, { cost_cents = 0 }) => sum + cost_cents, before.cost_cents)),
  };
}

function withConsultation(
  consultations: VerificationState['consultations'],
  consulted: ModelConsultedData,
): VerificationState['consultations'] {
  const { claim_id } = consulted;
  return new Map(consultations).set(claim_id, [...(consultations.get(claim_id) ?? []), consulted]);
}
