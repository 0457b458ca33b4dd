/** The thread of an attack. */
import { workerData } from 'node:worker_threads';
import { CUSTOMER_ATTACKS, STRANGER_ATTACKS, type Target } from './attacks.ts';

const { attack, target } = workerData as { attack: string; target: Target };
const attacks: Record<string, (target: Target) => Promise<unknown>> = { ...CUSTOMER_ATTACKS, ...STRANGER_ATTACKS };
await attacks[attack]!(target);
