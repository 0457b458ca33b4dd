/** The process of the embedded service, whatever EVIDENCE_MODE is. */
import { openProcess } from './open-process.ts';
import { runProcess } from './process.ts';

await runProcess({ ...process.env, EVIDENCE_MODE: 'embedded', EVIDENCE_ROLE: 'all' }, openProcess);
