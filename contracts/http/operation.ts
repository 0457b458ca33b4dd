/** The declaration of an operation: everything needed for routing, validation and the API description. */
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Role, Scope } from '../vocabulary.ts';

export const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * KIBIBYTE;

/** Fits a text of 100,000 characters, each escaped, with room to spare. */
export const BODY_LIMIT = 2 * MEBIBYTE;
/** For batches and conversations. */
export const LARGE_BODY_LIMIT = 32 * MEBIBYTE;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Operation {
  operationId: string;
  method: Method;
  /** Below /v1, with `{name}` for parameters. */
  path: string;
  tag: string;
  summary: string;
  /** Allowed callers: these roles, with this scope (null: any key of an allowed role). */
  roles: readonly Role[];
  scope: Scope | null;
  /** Counts against the hourly quota and the cost limits, rather than the limit per minute. */
  metered?: boolean;
  /** Accepts an Idempotency-Key. */
  idempotent?: boolean;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a multipart form with a file, which the handler reads as it comes; this describes it. */
  upload?: z.ZodType;
  /** A job's own token in X-Job-Token opens it as well, for that job. */
  jobToken?: boolean;
  /** Bytes. Default: BODY_LIMIT. */
  bodyLimit?: number;
  success: SuccessResponse;
  /** Error codes in addition to those of every operation. */
  errors?: readonly ErrorCode[];
}

export interface SuccessResponse {
  status: 200 | 201 | 202 | 204;
  description: string;
  body?: z.ZodType;
  /** Media types in addition to application/json. */
  otherMediaTypes?: readonly string[];
}

/** Keeps the exact schema types, so that a handler's input is typed by the declaration. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The input of the operation's handler. */
export interface OperationInput<O extends Operation> {
  params: Parsed<O['params']>;
  query: Parsed<O['query']>;
  body: Parsed<O['body']>;
}
