/**
 * All changes of stored event shapes: old stored type → next stored type. Chains are followed to the current version.
 * Still empty, as all events have version 1.
 */
import type { Upcaster } from './definition.ts';

export const UPCASTERS: readonly Upcaster[] = [];
