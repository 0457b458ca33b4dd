/** The process `pipeline` of the distributed shape. */
import { openProcess } from './open-process.ts';
import { runProcess } from './process.ts';

await runProcess({ ...process.env, EVIDENCE_MODE: 'distributed', EVIDENCE_ROLE: 'pipeline' }, openProcess);
