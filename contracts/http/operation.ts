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

/** The groups of operations, in the order of the published description. */
export const TAGS = {
  Verification: 'Verify texts and claims; read and export the results.',
  Review: "People's decisions on claims, beside the verdicts.",
  Chat: "Chat completions, each with the verification of its text. OpenAI's clients can call them.",
  Documents: 'Verify files, as jobs.',
  Configuration: 'The rules that verdicts follow, the models that may be asked, the engine, and prices.',
  'API keys': 'The keys that programs call with. A secret is shown once.',
  Organizations: 'Organizations, their settings, and the people in them.',
  'Source sets': 'Sources that an organization approves, which texts can be verified against.',
  'Provider connections': "An organization's own accounts at providers of models and of search.",
  Usage: 'What was used, and what it cost.',
  Audit: 'Who did what, as a chain of records in which every later change shows.',
  Billing: 'Plans, and the pages of the payment provider.',
  Sessions: 'Sign-ins to the workbench, as far as the API ends them.',
  Webhooks: 'URLs that are told of completed verifications.',
} as const;
export type Tag = keyof typeof TAGS;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Operation {
  operationId: string;
  method: Method;
  /** Below /v1, with `{name}` for parameters. */
  path: string;
  tag: Tag;
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
  /**
   * The body is a multipart form with a file, which the handler reads while it arrives. This schema describes the form.
   */
  upload?: z.ZodType;
  /** The job's own token in X-Job-Token is accepted too, for that job only. */
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
  /** Operations that can be called with values of this response, by name. */
  links?: Readonly<Record<string, OperationLink>>;
  /** Media types in addition to application/json. */
  otherMediaTypes?: readonly string[];
  /** Whether those come first, as the response by default: generated clients read all responses as the first one. */
  othersFirst?: boolean;
}

export interface OperationLink {
  operationId: string;
  description: string;
  /** By "path.name" or "header.name", as runtime expressions of OpenAPI. */
  parameters: Readonly<Record<string, string>>;
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
