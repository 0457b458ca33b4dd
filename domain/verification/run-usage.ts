/** What a run has used of language models and outside sources, folded from its events. */
import { roundedCents } from '#domain/tariff.ts';
import type { CompletionGeneratedData, VerificationEvent } from './events.ts';
import type {
  ExtractionConsultedData,
  ModelConsultedData,
  ModelUsage,
  SourceCall,
  SourceUsage,
} from './stage-events.ts';

/** The current run's calls to language models and outside sources. */
export interface RunUsage {
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

/** Before the run. */
export const NOTHING_USED: RunUsage = {
  extraction_consultations: [],
  extraction_answered: false,
  consultations: new Map(),
  model_usage: null,
  model_answered: false,
  source_calls: new Set(),
  source_usage: null,
};

/** Folds an event into the run's usage. */
export function evolveUsage(usage: RunUsage, event: VerificationEvent): RunUsage {
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
        model_usage: event.data.shared ? usage.model_usage : addUsage(usage.model_usage, event.data),
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
  consultations: RunUsage['consultations'],
  consulted: ModelConsultedData,
): RunUsage['consultations'] {
  const { claim_id } = consulted;
  return new Map(consultations).set(claim_id, [...(consultations.get(claim_id) ?? []), consulted]);
}
