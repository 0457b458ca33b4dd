// The entry of the package. Plain JavaScript, so that old Node versions can load it and report the problem.
const NEEDED = 26;
const { node } = process.versions;

if (Number(node.split('.')[0]) < NEEDED) {
  throw new Error(`evidence-verification needs Node ${NEEDED} or newer to be imported, and this is Node ${node}.`);
}

/** See verify.ts. Loaded with the first call. */
export async function verify(text, options) {
  return (await import('./verify.js')).verify(text, options);
}
