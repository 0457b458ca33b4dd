/** The process that `npm start` runs: shape and role are set by the environment. */
import { openProcess } from './open-process.ts';
import { runProcess } from './process.ts';

await runProcess(process.env, openProcess);
