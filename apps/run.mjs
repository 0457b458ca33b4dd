// Starts a program of this project: node apps/run.mjs apps/main.ts …
// Plain JavaScript that old Node versions can read, so that they can say what is wrong: TypeScript they can't even parse.
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from 'node:v8';

const NEEDED = 26;
const { node } = process.versions;

if (Number(node.split('.')[0]) < NEEDED) {
  console.error(
    `Node ${NEEDED} or newer is needed, and this is Node ${node}: run "npm ci", which installs it for this project, and start with "npm start", "npm run evidence" or "npm run demo".`,
  );
  process.exit(2);
}

const root = new URL('../', import.meta.url);
// Compiled code is kept, which halves the time of the next start. Threads find it by the variable.
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('node_modules/.cache/compiled', root));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
// The main thread's young generation was made by serve.mjs's flag; from here on each thread's own limit counts, over which
// V8 would put the flag.
v8.setFlagsFromString('--max-semi-space-size=0');
// Every own module stands where its name says: Node's own search for it takes a tenth of loading it.
module.registerHooks({
  resolve(specifier, context, search) {
    if (!/^#.*\.ts$/.test(specifier)) return search(specifier, context);
    return { url: root.href + specifier.slice(1), format: 'module-typescript', shortCircuit: true };
  },
});
const program = fileURLToPath(new URL(process.argv[2], root));
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
