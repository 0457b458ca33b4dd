/** Compiles the modules of the engine's threads as piscina loads them, which does not import but require them; then ends the process. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
for (const worker of ['engine', 'spare', 'long-text', 'page']) require(`../platform/engine-pool/${worker}-worker.ts`);
process.exit();
