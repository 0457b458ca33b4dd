/** The thread of an attack that has costly work done. */
import { workerData } from 'node:worker_threads';
import { COMPUTING_ATTACKS, type ComputingTarget } from './computing-attacks.ts';

const { attack, target } = workerData as { attack: keyof typeof COMPUTING_ATTACKS; target: ComputingTarget };
await COMPUTING_ATTACKS[attack](target);
