// The entry of the package. Plain JavaScript, so that old Node versions can load it and report the problem.
import { existsSync } from 'node:fs';

const NEEDED = 26;
const { node } = process.versions;

if (Number(node.split('.')[0]) < NEEDED) {
  throw new Error(`evidence-verification needs Node ${NEEDED} or newer to be imported, and this is Node ${node}: run node_modules/.bin/node instead.`);
}

const code = new URL('../../dist/apps/package/verify.js', import.meta.url);
if (!existsSync(code)) {
  throw new Error('evidence-verification was packed without its code: npm skips the build where ignore-scripts is set. Pack it with "npm pack --ignore-scripts=false".');
}

/** See verify.ts. Loaded with the first call. */
export async function verify(text, options) {
  return (await import(code.href)).verify(text, options);
}
