/** The thread of an attack at the edges. */
import { workerData } from 'node:worker_threads';
import { EDGE_ATTACKS, type EdgeTarget } from './edge-attacks.ts';

const { attack, target } = workerData as { attack: keyof typeof EDGE_ATTACKS; target: EdgeTarget };
await EDGE_ATTACKS[attack](target);
