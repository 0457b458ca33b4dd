/**
 * Every change of a stored event's shape, in one place: old stored type → next stored type. Chains are followed until
 * the current version is reached. None yet: version 1 is the first that was ever written.
 */
import type { Upcaster } from './definition.ts';

export const UPCASTERS: readonly Upcaster[] = [];
