/**
 * The decider of a document job. Its stages may be redelivered at any time, so a stage's command yields nothing once
 * the job is on another attempt or has ended.
 */
import {
  DOCUMENT_ERRORS,
  type EmptyReason,
  type JobErrorCode,
  type JobStage,
  type JobStatus,
} from '#contracts/document-vocabulary.ts';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import {
  DOCUMENT_JOB_EVENTS,
  type DocumentArtifact,
  type DocumentJobEvent,
  type DocumentSubmittedData,
} from './events.ts';
import { DOCUMENT_JOB_PREFIX } from './ids.ts';

/** Attempts per job, including the first. */
export const MOST_ATTEMPTS = 5;

export interface DocumentJobState {
  /** null before the job is submitted. */
  submitted: DocumentSubmittedData | null;
  status: JobStatus;
  /** The last stage that the job has recorded. From `extracting` on, its verification knows more. */
  stage: JobStage;
  attempt: number;
  cancel_requested: boolean;
  error_code: JobErrorCode | null;
  empty_because: EmptyReason | null;
  /** When this attempt began; null while it is queued. */
  started_at: string | null;
  /** Result of parsing in this attempt; null before. */
  parsed: { parsed_at: string; pages: number | null; characters: number; text_bytes: number } | null;
  /** The verification has the text, from this attempt or an earlier one, so no attempt reads the file again. */
  has_text: boolean;
  /** Why the file can't be read. This holds for every attempt, so none reads the file again. */
  unreadable: JobFailure | null;
  /** The file was discarded before any attempt could read it. */
  upload_discarded: boolean;
  artifacts: readonly DocumentArtifact[];
  /** When the job expires and can no longer be read. */
  expires_at: string | null;
}

/** Why and where an attempt has failed. */
export interface JobFailure {
  stage: JobStage;
  error_code: JobErrorCode;
  empty_because?: EmptyReason;
  out_of_time?: true;
}

interface OfAttempt {
  attempt: number;
}

export type DocumentJobCommand =
  | { type: 'SubmitDocument'; data: DocumentSubmittedData }
  | (OfAttempt & { type: 'StartProcessing'; started_at: string })
  | (OfAttempt & {
      type: 'RecordParsed';
      parsed_at: string;
      pages: number | null;
      characters: number;
      text_bytes: number;
    })
  | (OfAttempt & { type: 'SucceedDocument'; succeeded_at: string; expires_at: string; artifacts: DocumentArtifact[] })
  | (OfAttempt & JobFailure & { type: 'FailDocument'; failed_at: string })
  /** The work has stopped because the job is to be cancelled. */
  | (OfAttempt & { type: 'EndCancelled'; cancelled_at: string })
  | { type: 'CancelDocument'; requested_at: string }
  | { type: 'RetryDocument'; retried_at: string; expires_at: string }
  /** Discards the file of a job that waits for another attempt. */
  | { type: 'DiscardUpload'; discarded_at: string }
  | { type: 'ExpireDocument'; expired_at: string };

export type DocumentJobRejection = 'not_found' | 'already_exists' | 'job_not_cancellable' | 'job_not_retryable';
type JobDecision = Decision<DocumentJobEvent, DocumentJobRejection>;

/** One document job: its stream, its events and its decider. */
export const DOCUMENT_JOB = defineAggregate<
  DocumentJobState,
  DocumentJobCommand,
  DocumentJobEvent,
  DocumentJobRejection
>(DOCUMENT_JOB_PREFIX, DOCUMENT_JOB_EVENTS, { initialState, decide, evolve });

function initialState(): DocumentJobState {
  return {
    submitted: null,
    status: 'queued',
    stage: 'received',
    attempt: 1,
    cancel_requested: false,
    error_code: null,
    empty_because: null,
    started_at: null,
    parsed: null,
    has_text: false,
    unreadable: null,
    upload_discarded: false,
    artifacts: [],
    expires_at: null,
  };
}

function decide(command: DocumentJobCommand, state: DocumentJobState): JobDecision {
  const { submitted, status, attempt } = state;
  if (command.type === 'SubmitDocument') {
    if (submitted === null) return accept({ type: 'DocumentSubmitted', data: command.data });
    return submitted.fingerprint === command.data.fingerprint ? NOTHING_TO_DO : reject('already_exists', 'another job');
  }
  if (submitted === null) return reject('not_found', 'no such job');
  switch (command.type) {
    case 'StartProcessing': {
      if (attempt !== command.attempt || status !== 'queued') return NOTHING_TO_DO;
      return accept({ type: 'DocumentProcessingStarted', data: { attempt, started_at: command.started_at } });
    }

    case 'RecordParsed': {
      const { type: _, ...data } = command;
      if (!isRunning(state, command) || state.parsed !== null) return NOTHING_TO_DO;
      return state.cancel_requested
        ? accept({ type: 'DocumentCancelled', data: { attempt, cancelled_at: command.parsed_at } })
        : accept({ type: 'DocumentParsed', data });
    }

    case 'SucceedDocument': {
      const { type: _, ...data } = command;
      if (!isRunning(state, command)) return NOTHING_TO_DO;
      return state.cancel_requested
        ? accept({ type: 'DocumentCancelled', data: { attempt, cancelled_at: command.succeeded_at } })
        : accept({ type: 'DocumentSucceeded', data });
    }

    case 'FailDocument': {
      const { type: _, ...data } = command;
      if (attempt !== command.attempt || (status !== 'running' && status !== 'queued')) return NOTHING_TO_DO;
      // A second delivery may still be reading what the first has already read, and may find the file deleted.
      if (state.parsed !== null && BEFORE_TEXT.has(command.stage)) return NOTHING_TO_DO;
      return state.cancel_requested
        ? accept({ type: 'DocumentCancelled', data: { attempt, cancelled_at: command.failed_at } })
        : accept({ type: 'DocumentFailed', data });
    }

    case 'EndCancelled':
      return isRunning(state, command)
        ? accept({ type: 'DocumentCancelled', data: { attempt, cancelled_at: command.cancelled_at } })
        : NOTHING_TO_DO;

    case 'CancelDocument': {
      if (status === 'queued') {
        return accept({ type: 'DocumentCancelled', data: { attempt, cancelled_at: command.requested_at } });
      }
      if (status === 'cancelled') return NOTHING_TO_DO;
      if (status !== 'running') return reject('job_not_cancellable', 'the job has ended');
      if (state.cancel_requested) return NOTHING_TO_DO;
      return accept({
        type: 'DocumentCancellationRequested',
        data: { attempt, requested_at: command.requested_at },
      });
    }

    case 'RetryDocument': {
      if (!isRetryable(state)) {
        return reject('job_not_retryable', 'the job has not failed, was tried too often, or its file was given up');
      }
      const { retried_at, expires_at } = command;
      return accept({ type: 'DocumentRetried', data: { attempt: attempt + 1, retried_at, expires_at } });
    }

    case 'DiscardUpload':
      return waitsWithUpload(state)
        ? accept({ type: 'DocumentUploadDiscarded', data: { attempt, discarded_at: command.discarded_at } })
        : NOTHING_TO_DO;

    case 'ExpireDocument':
      return status === 'expired'
        ? NOTHING_TO_DO
        : accept({ type: 'DocumentExpired', data: { expired_at: command.expired_at } });
  }
}

function evolve(state: DocumentJobState, event: DocumentJobEvent): DocumentJobState {
  switch (event.type) {
    case 'DocumentSubmitted':
      return { ...state, submitted: event.data, expires_at: event.data.expires_at };
    case 'DocumentProcessingStarted':
      return { ...state, status: 'running', stage: 'validating', started_at: event.data.started_at };
    case 'DocumentParsed': {
      const { parsed_at, pages, characters, text_bytes } = event.data;
      return { ...state, stage: 'extracting', parsed: { parsed_at, pages, characters, text_bytes }, has_text: true };
    }
    case 'DocumentSucceeded': {
      const { artifacts, expires_at } = event.data;
      return { ...state, status: 'succeeded', stage: 'done', artifacts, expires_at };
    }
    case 'DocumentFailed': {
      const { stage, error_code, empty_because = null, out_of_time } = event.data;
      const failure = {
        stage,
        error_code,
        ...(empty_because && { empty_because }),
        ...(out_of_time && { out_of_time }),
      };
      const unreadable = out_of_time || isUnreadable(error_code) ? failure : state.unreadable;
      return { ...state, status: 'failed', stage, error_code, empty_because, unreadable };
    }
    case 'DocumentCancellationRequested':
      return { ...state, cancel_requested: true };
    case 'DocumentCancelled':
      return { ...state, status: 'cancelled', cancel_requested: true };
    case 'DocumentRetried':
      return {
        ...initialState(),
        submitted: state.submitted,
        has_text: state.has_text,
        unreadable: state.unreadable,
        attempt: event.data.attempt,
        expires_at: event.data.expires_at,
      };
    case 'DocumentUploadDiscarded':
      return { ...state, upload_discarded: true };
    case 'DocumentExpired':
      return { ...state, status: 'expired' };
  }
}

/** Whether every attempt at the file would fail like this. Not for all timeouts: the machine may have been busy. */
function isUnreadable(code: JobErrorCode): boolean {
  return code !== 'parse_timeout' && (DOCUMENT_ERRORS as readonly JobErrorCode[]).includes(code);
}

/** Whether another attempt may be made. */
export function isRetryable({ status, attempt, upload_discarded }: DocumentJobState): boolean {
  return (status === 'failed' || status === 'cancelled') && attempt < MOST_ATTEMPTS && !upload_discarded;
}

/** Whether a running or possible further attempt has to read the uploaded file. */
export function needsUpload(state: DocumentJobState): boolean {
  const { submitted, status, has_text, unreadable } = state;
  if (submitted === null || has_text || unreadable !== null) return false;
  return status === 'queued' || status === 'running' || isRetryable(state);
}

/** Whether the job has ended and keeps its file only for another attempt. */
export function waitsWithUpload(state: DocumentJobState): boolean {
  return isRetryable(state) && needsUpload(state);
}

/** Stages before a document has a text. */
const BEFORE_TEXT: ReadonlySet<JobStage> = new Set(['received', 'validating', 'parsing']);

function isRunning(state: DocumentJobState, { attempt }: OfAttempt): boolean {
  return state.status === 'running' && state.attempt === attempt;
}
