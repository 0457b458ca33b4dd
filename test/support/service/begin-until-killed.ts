/**
 * A process that watching-kill.test.ts kills: opens the service on the data folder, begins a verification with sources,
 * cancels it if `cancel` is the third argument, prints its id and goes on.
 */
import { writeSync } from 'node:fs';
import { groundIn } from '#test/support/ground/embedded.ts';
import { openTestService } from './open.ts';
import { useCasesOf } from './use-cases.ts';

const [, , folder, content, mode] = process.argv;
if (folder === undefined || content === undefined) throw new Error('usage: begin-until-killed.ts FOLDER CONTENT MODE');
const service = await openTestService({ realEngine: true, ground: groundIn(folder, async () => {}) });
const own = useCasesOf(service, service);
const sources = [{ title: 'Register of hulls', text: content }];
const { verification_id } = await own.begin({ content, sources });
if (mode === 'cancel') await own.cancel(verification_id);
if (mode !== undefined && mode !== 'cancel') {
  for await (const { stage, claims } of own.watch(verification_id)) {
    if (stage === mode || claims.judged > 0) break;
  }
}
writeSync(1, `${verification_id}\n`);
