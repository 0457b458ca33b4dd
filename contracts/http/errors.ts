/** Error bodies for the published API description; `errorBody` in ../errors.ts creates them. */
import { z } from 'zod';
import { ERROR_CODES, ERROR_TYPES, type ErrorCode } from '../errors.ts';
import { record } from './common.ts';

export const ErrorCodeSchema = z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]);

export const ErrorRecord = record('Error', {
  code: ErrorCodeSchema,
  message: z.string(),
  type: z.enum(ERROR_TYPES),
  param: z.string().nullable(),
  request_id: z.string(),
});
export type ErrorRecord = z.infer<typeof ErrorRecord>;

export const ErrorResponse = record('ErrorResponse', { error: ErrorRecord });

export const ValidationErrorRecord = record('ValidationError', {
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
  input: z.unknown().optional(),
  ctx: z.record(z.string(), z.unknown()).optional(),
});

export const HTTPValidationError = record('HTTPValidationError', {
  detail: z.array(ValidationErrorRecord),
  error: ErrorRecord,
});
