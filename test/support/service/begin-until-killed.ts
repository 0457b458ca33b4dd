/**
 * A process that the tests of `killed-begun.ts` kill: opens the service that its environment describes, begins a verification
 * with sources, cancels it if `cancel` is the second argument, prints its id and goes on.
 */
import { writeSync } from 'node:fs';
import { createLogger } from '#apps/logger.ts';
import { groundIn } from '#test/support/ground/embedded.ts';
import { useCasesOf } from './use-cases.ts';

const [, , content, mode] = process.argv;
if (content === undefined) throw new Error('usage: begin-until-killed.ts CONTENT MODE');
const service = await (await opener())({}, createLogger('silent'), { clock: { now: Date.now } });
const { organization_id, key } = service.bootstrap;
const own = useCasesOf({ service }, { organization_id, key, user_id: `usr_${organization_id.slice('org_'.length)}` });
const sources = [{ title: 'Register of hulls', text: content }];
const { verification_id } = await own.begin({ content, sources });
if (mode === 'cancel') await own.cancel(verification_id);
if (mode !== undefined && mode !== 'cancel') {
  for await (const { stage, claims } of own.watch(verification_id)) {
    if (stage === mode || claims.judged > 0) break;
  }
}
writeSync(1, `${verification_id}\n`);

async function opener() {
  const { EVIDENCE_MODE, EVIDENCE_DATA_DIR } = process.env;
  if (EVIDENCE_MODE !== 'distributed') return groundIn(EVIDENCE_DATA_DIR!, async () => {}).open;
  // Loads the clients of three servers.
  const { openerIn } = await import('#test/support/ground/distributed.ts');
  return openerIn(process.env);
}
