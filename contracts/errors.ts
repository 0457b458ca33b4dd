/**
 * The closed table of error codes. Every refusal of the API is in it with its status; no other codes are sent. Codes
 * are stable, messages may be reworded.
 */

interface ErrorDefinition {
  status: number;
  /** The default message, used when the error has none that is more precise. */
  message: string;
  /** False: repeating the same request cannot succeed, although its status (409, 429, 5xx) makes clients retry. */
  retry?: false;
}

export const ERRORS = {
  /* the HTTP message itself; these come from the transport, before any operation is known */
  bad_request: { status: 400, message: 'The request is not well-formed HTTP.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  request_header_fields_too_large: { status: 431, message: 'The request headers are too large.' },

  missing_credentials: { status: 401, message: 'Send an API key as "Authorization: Bearer <key>".' },
  invalid_api_key: { status: 401, message: 'The API key is not valid.' },
  key_revoked: { status: 401, message: 'The API key has been revoked or rotated.' },
  invalid_credentials: { status: 401, message: 'The address or the password is not right.' },
  session_expired: { status: 401, message: 'The session has expired; sign in again.' },
  job_token_required: { status: 401, message: 'Send the job token as X-Job-Token, or an API key.' },

  insufficient_scope: { status: 403, message: 'The API key lacks the scope for this operation.' },
  role_forbidden: { status: 403, message: 'The role of the caller does not allow this operation.' },
  ip_not_allowed: { status: 403, message: 'The API key may not be used from this address.' },
  exports_disabled: { status: 403, message: 'The organization has exports switched off.' },
  csrf_failed: {
    status: 403,
    message: 'The request did not come from a page of this service with the token of its session.',
  },

  not_found: { status: 404, message: 'There is no such resource.' },
  method_not_allowed: { status: 405, message: 'The path exists, but not for this method.' },

  idempotency_key_conflict: {
    status: 409,
    message: 'The idempotency key was used before with a different request.',
    retry: false,
  },
  idempotency_in_progress: { status: 409, message: 'The first request with this idempotency key is still running.' },
  idempotency_result_not_retained: {
    status: 409,
    message: 'The result of the first request with this idempotency key was not retained.',
    retry: false,
  },
  job_not_cancellable: { status: 409, message: 'The job has ended and cannot be cancelled.', retry: false },
  job_not_retryable: { status: 409, message: 'The job cannot be retried.', retry: false },
  review_closed: { status: 409, message: 'The review item is resolved; reopen it first.', retry: false },
  already_exists: { status: 409, message: 'Something with this name exists already.', retry: false },

  verification_expired: { status: 410, message: 'The verification has expired and its content was erased.' },
  job_expired: { status: 410, message: 'The job has expired and its content was erased.' },

  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'The request body must be application/json.' },
  unsupported_document_type: {
    status: 415,
    message: 'Documents are PDF, DOCX, HTML, Markdown or plain text; this one is none of them.',
  },

  validation_error: { status: 422, message: 'The request is not valid.' },

  rate_limit_exceeded: { status: 429, message: 'Too many requests with this API key.' },
  monthly_cost_limit_exceeded: {
    status: 429,
    message:
      'The monthly cost limit of the API key or of the organization is reached; costs are counted anew each month (UTC).',
    retry: false,
  },
  concurrency_limit_exceeded: { status: 429, message: 'Too many verifications at once with this API key.' },

  internal_error: { status: 500, message: 'Something went wrong on our side; quote the request id.' },
  provider_error: { status: 502, message: 'A provider that the verification depends on failed.' },
  service_unavailable: { status: 503, message: 'The service is not available at the moment.' },
  timeout: { status: 504, message: 'The verification did not finish in time.' },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

export const ERROR_TYPES = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'conflict_error',
  'rate_limit_error',
  'api_error',
] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

/** Clients that wait and retry by themselves would only hang during a longer delay. */
const LONGEST_USEFUL_WAIT_SECONDS = 60;

export interface ApiErrorOptions {
  /** Replaces the table's message. Never customer text. */
  message?: string;
  /**
   * The field or parameter at fault, if there is one: its name, or its way from the body, such as `items[0].profile`.
   * Default: that of the first detail.
   */
  param?: string;
  /** 422 only: what is wrong, in FastAPI's form. */
  detail?: readonly ValidationDetail[];
  /** Seconds after which a retry may succeed. */
  retryAfter?: number;
  /** Further response headers. */
  headers?: Readonly<Record<string, string>>;
}

/** One entry of a 422's `detail`; keys in this order on the wire. */
export interface ValidationDetail {
  type: string;
  loc: (string | number)[];
  msg: string;
  input: unknown;
  ctx?: Record<string, unknown>;
}

/** A refusal that is sent to the caller. Any other error becomes internal_error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly detail: readonly ValidationDetail[] | null;
  readonly retryAfter: number | null;
  readonly extraHeaders: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(withTime(code, options.message ?? ERRORS[code].message, options.retryAfter));
    this.code = code;
    this.param = options.param ?? paramOf(options.detail?.[0]);
    this.detail = options.detail ?? null;
    this.retryAfter = options.retryAfter ?? null;
    this.extraHeaders = options.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** A limit's message says when to come back, for people who see no headers. */
function withTime(code: ErrorCode, message: string, retryAfter: number | undefined): string {
  if (ERRORS[code].status !== 429 || retryAfter === undefined) return message;
  const seconds = Math.max(1, Math.ceil(retryAfter));
  return `${message} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}

/** Null for a body as a whole, and for an offset within a body that is not JSON. */
function paramOf(detail: ValidationDetail | undefined): string | null {
  const [name, ...further] = detail?.loc.slice(1) ?? [];
  if (typeof name !== 'string') return null;
  return further.reduce<string>((way, part) => way + (typeof part === 'number' ? `[${part}]` : `.${part}`), name);
}

/** Retry-After when a store does not respond. */
const STORE_RETRY_SECONDS = 5;
/** Retry-After when nothing can be stored: making room takes an operator longer. */
const ROOM_RETRY_SECONDS = 30;
const NO_ROOM =
  'The service can not store anything at the moment, as its storage takes no more writes; what is stored can be read.';

/**
 * Translates an error of a store for the caller; null for any other error. `unavailable`: its server does not respond,
 * and the request may have taken effect. `thread_lost`: the thread ended; it is replaced, or the process ends.
 * `storage_unwritable`: its disk is full, or takes no writes for another reason. The others are of the key vault: the
 * texts are stored, but an operator must restore the keys, so waiting does not help.
 */
export function storeFailure(error: unknown): ApiError | null {
  switch ((error as { code?: unknown } | null | undefined)?.code) {
    case 'unavailable':
    case 'thread_lost':
      return new ApiError('service_unavailable', { retryAfter: STORE_RETRY_SECONDS });
    case 'storage_unwritable':
      return new ApiError('service_unavailable', { message: NO_ROOM, retryAfter: ROOM_RETRY_SECONDS });
    case 'key_unknown':
    case 'wrong_master_key':
      return new ApiError('service_unavailable', { message: 'The text of the verification can not be opened now.' });
    default:
      return null;
  }
}

/** The class of an error, named like those of the OpenAI clients. */
export function errorType(status: number): ErrorType {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 409) return 'conflict_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'api_error' : 'invalid_request_error';
}

export interface ErrorBody {
  detail?: readonly ValidationDetail[];
  error: { code: ErrorCode; message: string; type: ErrorType; param: string | null; request_id: string };
}

/** The body of an error response: `error` always, preceded by `detail` if there is one. */
export function errorBody(error: ApiError, requestId: string): ErrorBody {
  return {
    ...(error.detail !== null && { detail: error.detail }),
    error: {
      code: error.code,
      message: error.detail === null ? error.message : messageOf(error.detail),
      type: errorType(error.status),
      param: error.param,
      request_id: requestId,
    },
  };
}

const MOST_DETAILS = 5;
const LONGEST_NAME = 100;

/** Names what is wrong where, as clients of chat completions show the message alone. */
function messageOf(detail: readonly ValidationDetail[]): string {
  const named = detail.slice(0, MOST_DETAILS).map(({ type, loc, msg, ctx }) => {
    if (type === 'json_invalid') return `${msg} at character ${loc.at(-1)}: ${ctx?.error}`;
    const place = loc.length > 1 ? loc.slice(1) : loc;
    return `${place.join('.').slice(0, LONGEST_NAME)}: ${msg}`;
  });
  const more = detail.length > MOST_DETAILS ? `; and ${detail.length - MOST_DETAILS} more` : '';
  return `The request is not valid. ${named.join('; ')}${more}`;
}

/** The headers of an error: WWW-Authenticate, Retry-After, x-should-retry and the error's own. */
export function errorHeaders(error: ApiError): Record<string, string> {
  const definition: ErrorDefinition = ERRORS[error.code];
  const tooLong = error.retryAfter !== null && error.retryAfter > LONGEST_USEFUL_WAIT_SECONDS;
  return {
    ...(error.status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(error.retryAfter !== null && { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfter))) }),
    ...((definition.retry === false || tooLong) && { 'x-should-retry': 'false' }),
    ...error.extraHeaders,
  };
}
