/** The embedded service as a process, whatever EVIDENCE_MODE says. */
import { openProcess } from './open-process.ts';
import { runProcess } from './process.ts';

await runProcess({ ...process.env, EVIDENCE_MODE: 'embedded', EVIDENCE_ROLE: 'all' }, openProcess);
