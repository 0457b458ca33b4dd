/** A process of the shape and the role that the environment names: what `npm start` runs. */
import { openProcess } from './open-process.ts';
import { runProcess } from './process.ts';

await runProcess(process.env, openProcess);
