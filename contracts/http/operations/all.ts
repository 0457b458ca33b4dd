/** The closed list of operations: what is served and what is described are the same. */
import type { Operation } from '../operation.ts';
import { CONFIGURATION_OPERATIONS } from './configuration.ts';
import { ORGANIZATION_OPERATIONS } from './organization.ts';
import { VERIFICATION_OPERATIONS } from './verification.ts';

export const OPERATIONS: readonly Operation[] = [
  ...VERIFICATION_OPERATIONS,
  ...CONFIGURATION_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
];
