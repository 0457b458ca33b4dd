/**
 * Verifies a long document while another organization posts a claim every two seconds, and compares the time per page with that
 * of a document of 50 pages. Afterwards, the complete result and all artifacts are read.
 */
import { join } from 'node:path';
import { form } from '#test/support/documents.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { type BenchResult, percentile, times } from './result.ts';
import { call, verify } from './support/client.ts';
import { verificationText, writeLibrary } from './support/corpus.ts';
import { type BenchOptions, pause } from './support/options.ts';
import { memoryMb, peakMemoryMb } from './support/process.ts';

/** Characters on a page of prose, with some 40 claims. */
const CHARACTERS_PER_PAGE = 3_000;
const FEW_PAGES = 50;
/** The service's page limit for a PDF. */
const MANY_PAGES = 500;
/** Largest ratio of the time per page of the long document to that of the short one. */
const MAX_TIMES_PER_PAGE = 1.5;
const MAX_TIMES_BESIDE = 5;
const POLL_MS = 2_000;
/** Limitation of a claim for which not all sources were searched. */
const OUT_OF_TIME = 'The cost or time limit was reached before every source had been searched';

interface Read {
  pages: number;
  claims: number;
  seconds: number;
  megabytes: number;
  /** Claims for which time ran out before all sources were searched. If there are any, the other figures are not comparable. */
  unsearched: number;
  /** Latencies of the other organization's POSTs meanwhile, in milliseconds. */
  posts: number[];
}

export async function run({ quick, folder }: BenchOptions): Promise<BenchResult> {
  const [few, many] = quick ? [2, 4] : [FEW_PAGES, MANY_PAGES];
  await writeLibrary(join(folder, 'library'), quick ? 100 : 1_000);
  const service = await startService(join(folder, 'data'), { EVIDENCE_LIBRARY_DIR: join(folder, 'library') });
  try {
    const key = await keyOfAnother(service);
    const alone: number[] = [];
    for (let i = 0; i < (quick ? 3 : 20); i++) alone.push(await postClaim(service, key, i));
    const idle = memoryMb(service.pid);
    const short = await read(service, key, few);
    const long = await read(service, key, many);
    const perPage = ({ seconds, pages }: Read) => seconds / pages;
    const [p95, p95Alone] = [percentile(long.posts, 0.95), percentile(alone, 0.95)];
    return {
      name: `a document of ${many} pages (${long.claims} claims)`,
      figures: [
        {
          label: 'time per page',
          value: perPage(long) * 1_000,
          unit: 'ms',
          ratio: times(perPage(long), `a page of ${few}`, perPage(short), MAX_TIMES_PER_PAGE),
        },
        { label: 'claims not searched for', value: long.unsearched, unit: '', limit: { at_most: 0 } },
        { label: 'result and artifacts, read to the end', value: long.megabytes, unit: 'MB' },
        {
          label: "another organization's POST beside it, p95",
          value: p95,
          unit: 'ms',
          ratio: times(p95, 'alone', p95Alone, MAX_TIMES_BESIDE),
        },
        { label: 'resident memory before', value: idle, unit: 'MB' },
        { label: 'peak resident memory', value: peakMemoryMb(service.pid), unit: 'MB', limit: { at_most: 500 } },
      ],
    };
  } finally {
    await service.stop();
  }
}

/** Has a document of this many pages verified and reads everything that results. Throws unless it succeeds. */
async function read(service: ServiceProcess, otherKey: string, pages: number): Promise<Read> {
  const started = performance.now();
  const content = verificationText(pages * CHARACTERS_PER_PAGE, pages);
  const { body, headers } = form([{ name: 'file', filename: 'long.txt', content }]);
  const submitted = await fetch(`${service.url}/v1/documents`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${service.key}` },
    body: new Uint8Array(body),
  });
  const job = (await submitted.json()) as { job_id: string; access_token: string };
  if (submitted.status !== 202) throw new Error(`the document was refused: ${JSON.stringify(job)}`);
  const opened = { headers: { 'x-job-token': job.access_token } };
  const posts: number[] = [];
  for (let n = 0; ; n++) {
    const asked = performance.now();
    posts.push(await postClaim(service, otherKey, n));
    await pause(Math.max(0, POLL_MS - (performance.now() - asked)));
    const response = await fetch(`${service.url}/v1/documents/${job.job_id}`, opened);
    const text = await response.text();
    const status = /"status":"(\w+)"/.exec(text)?.[1];
    if (status === 'queued' || status === 'running') continue;
    if (status !== 'succeeded') throw new Error(`the document ended otherwise: ${text.slice(0, 500)}`);
    const seconds = (performance.now() - started) / 1_000;
    const ended = JSON.parse(text) as { result: { claims: object[] }; artifacts: { id: string; bytes: number }[] };
    let bytes = Buffer.byteLength(text);
    for (const { id, bytes: size } of ended.artifacts) {
      const artifact = await fetch(`${service.url}/v1/documents/${job.job_id}/artifacts/${id}`, opened);
      const length = (await artifact.arrayBuffer()).byteLength;
      if (length !== size) throw new Error(`an artifact has ${length} bytes instead of ${size}`);
      bytes += length;
    }
    const { claims } = ended.result;
    const unsearched = claims.filter((claim) => JSON.stringify(claim).includes(OUT_OF_TIME)).length;
    return { pages, claims: claims.length, unsearched, seconds, megabytes: bytes / 1e6, posts };
  }
}

async function postClaim(service: ServiceProcess, key: string, seed: number): Promise<number> {
  return (await verify({ url: service.url, key }, verificationText(200, seed))).milliseconds;
}

/** The API key of a new organization. */
async function keyOfAnother(service: ServiceProcess): Promise<string> {
  const { text } = await call(service, 'POST', '/v1/organizations', { body: { name: 'Another' } });
  return (JSON.parse(text) as { api_key: { secret: string } }).api_key.secret;
}
