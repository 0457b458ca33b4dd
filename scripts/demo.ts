/**
 * The main use case on real input: starts the embedded service on a free port with a temporary data folder, adds the
 * example library, verifies the example article through the HTTP API, prints the report and writes it as a web page; then a
 * PDF, as a job.
 * `--model recorded`: verifies the article once more with the recorded answers of a language model behind the judge, and lists
 * what that changes; then a German article about the same English documents. `--unanswered FOLDER` writes each question that has
 * no recorded answer into a file of that folder.
 * `--web stand-ins`: verifies the article on an encyclopaedia and a web search on loopback, without the library.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { newId } from '#domain/ids.ts';
import { replayModel } from '#platform/models/recordings.ts';
import { addLibrary } from '../apps/cli/commands/library.ts';
import { type CommandContext, processContext } from '../apps/cli/context.ts';
import { renderReport } from '../apps/cli/report.ts';
import { sentenceOf } from '../apps/cli/response-error.ts';
import { readEmbeddedConfiguration } from '../apps/configuration.ts';
import { createOperations } from '../apps/control/operations.ts';
import { followVerification } from '../apps/control/progress.ts';
import { openService } from '../apps/embedded/service.ts';
import type { Service, ServiceParts } from '../apps/parts/service.ts';
import { bothCounts, changedClaims } from './demo/changed-claims.ts';
import { documentReport, followDocument, submitDocument } from './demo/document.ts';
import { openStandIns } from './demo/stand-ins.ts';

const ROOT = resolve(import.meta.dirname, '..');
const ARTICLE = join(ROOT, 'examples/article.md');
/** In German, about the same documents. */
const GERMAN_ARTICLE = join(ROOT, 'examples/artikel.md');
/** Made by WeasyPrint from examples/newsletter.html: another program than the one that reads it. */
const DOCUMENT = join(ROOT, 'examples/newsletter.pdf');
const LIBRARY = join(ROOT, 'examples/library');
const OUTPUT = resolve('report.html');
const RECORDINGS = join(ROOT, 'examples/recorded-model');

/** Settings that replay a model's recorded answers. The model's server is never asked. */
const recordedModel = (unanswered: string | undefined) => ({
  environment: { EVIDENCE_MODEL_URL: 'http://127.0.0.1:9/v1', EVIDENCE_MODEL: 'recorded' },
  parts: { wrapModel: () => replayModel(RECORDINGS, unanswered ?? null) },
});

const context = processContext();
const folder = await mkdtemp(join(tmpdir(), 'evidence-demo-'));
// Removes the folder however the process ends, also when the output pipe or the terminal is closed.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
try {
  const content = await readFile(ARTICLE, 'utf8');
  const { model, web, unanswered } = readOptions(process.argv.slice(2));
  if (model !== undefined) await demonstrateModel(content, context, unanswered);
  else if (web !== undefined) await demonstrateWeb(content, context);
  else await demonstrate(content, context);
  context.out(`\n${context.page.paint('strong', 'The article as a web page:')} ${OUTPUT}\n`);
  process.exit(0);
} catch (error) {
  context.note(`The demo failed: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

/** Throws for any other option. */
function readOptions(args: string[]): { model?: string; web?: string; unanswered?: string } {
  const options = parseArgs({
    args,
    options: { model: { type: 'string' }, web: { type: 'string' }, unanswered: { type: 'string' } },
  }).values;
  const { model, web } = options;
  if (model !== undefined && model !== 'recorded') throw new Error('--model takes "recorded"');
  if (web !== undefined && web !== 'stand-ins') throw new Error('--web takes "stand-ins"');
  if (model !== undefined && web !== undefined) throw new Error('--model and --web are not for one run');
  return options;
}

async function demonstrate(content: string, { page, out }: CommandContext): Promise<void> {
  await withService({ folder }, async (demo) => {
    const { result, html } = await verifyArticle(demo, content);
    out(renderReport({ result, content, title: relative(ROOT, ARTICLE) }, page));
    await writeFile(OUTPUT, html);
    out(`\n${await verifyDocument(demo)}`);
  });
}

/** Verifies the article with the local judge alone, and with recorded answers of a language model. */
async function demonstrateModel(
  content: string,
  { page, note, out }: CommandContext,
  unanswered: string | undefined,
): Promise<void> {
  const german = await readFile(GERMAN_ARTICLE, 'utf8');
  const verifyBoth = async (demo: Demo) => ({
    ...(await verifyArticle(demo, content)),
    inGerman: (await verifyArticle(demo, german, GERMAN_ARTICLE)).result,
  });
  const alone = await withService({ folder: join(folder, 'alone') }, verifyBoth);
  note('once more, with the recorded answers of a language model behind the judge');
  const setup = { folder: join(folder, 'model'), ...recordedModel(unanswered) };
  const { result, html, inGerman } = await withService(setup, verifyBoth);
  const unrecorded = [...result.claims, ...inGerman.claims].filter(({ limitations }) =>
    limitations.join().includes('no recorded answer'),
  ).length;
  if (unrecorded > 0) note(`${unrecorded} claims have no recorded answer: record them anew`);
  out(renderReport({ result, content, title: relative(ROOT, ARTICLE) }, page));
  out(`\n${changedClaims(alone.result, result, page)}`);
  out(`\n${bothCounts(alone.result, result, page)}`);
  out(`\n${renderReport({ result: inGerman, content: german, title: relative(ROOT, GERMAN_ARTICLE) }, page)}`);
  out(`\n${bothCounts(alone.inGerman, inGerman, page)}`);
  await writeFile(OUTPUT, html);
}

/** Verifies the article with an encyclopaedia and web pages, without the library. */
async function demonstrateWeb(content: string, { page, note, out }: CommandContext): Promise<void> {
  const newsletterText = join(ROOT, 'examples/newsletter.html');
  const standIns = await openStandIns(LIBRARY, { newsletter: DOCUMENT, newsletterText });
  try {
    note(
      `stand-in  an encyclopaedia of ${standIns.articles} articles, and a search that knows ${standIns.pages} pages`,
    );
    await withService({ folder, environment: standIns.environment, library: null }, async (demo) => {
      const { result, html } = await verifyArticle(demo, content);
      out(renderReport({ result, content, title: relative(ROOT, ARTICLE) }, page));
      await writeFile(OUTPUT, html);
      const { encyclopaedia, searches, pages } = standIns.requests();
      const asked = `${encyclopaedia} requests to the encyclopaedia, ${searches} web searches and ${pages} pages`;
      note(`asked     ${asked} for ${result.claims.length} claims`);
    });
  } finally {
    await standIns.close();
  }
}

interface Setup {
  folder: string;
  /** Default: the example library. */
  library?: string | null;
  environment?: Record<string, string>;
  parts?: ServiceParts;
}

interface Demo {
  service: Service;
  /** Address at which it listens. */
  url: string;
}

/** Starts a service with a library, runs `work`, and stops the service. */
async function withService<Result>(
  { folder: dataDirectory, environment = {}, parts = {}, library = LIBRARY }: Setup,
  work: (demo: Demo) => Promise<Result>,
): Promise<Result> {
  const { progress, note } = context;
  const configuration = readEmbeddedConfiguration({
    EVIDENCE_DATA_DIR: dataDirectory,
    EVIDENCE_PORT: '0',
    // The article and its library are made up, so no encyclopaedia knows about them.
    EVIDENCE_PUBLIC_SOURCES: 'off',
    ...environment,
  });
  const fail = (error: Error) => {
    throw error;
  };
  const service = await openService(configuration, pino({ level: 'silent' }), fail, parts);
  try {
    const url = await service.app.listen({ host: configuration.host, port: configuration.port });
    note(`service   ${url}, its data in ${dataDirectory}`);
    if (library !== null) {
      await addLibrary(createOperations(service, progress.report), library, { prune: false }, context);
    }
    return await work({ service, url });
  } finally {
    await service.close();
  }
}

async function verifyArticle(
  { service, url }: Demo,
  content: string,
  file = ARTICLE,
): Promise<{ result: VerificationResult; html: string }> {
  const started = performance.now();
  const { result } = await verify(service, url, content);
  const path = relative(ROOT, file);
  context.note(`verified  ${path} through POST ${url}/v1/verifications in ${secondsSince(started)} s\n`);
  return { result, html: await get(service, `${url}/v1/verifications/${result.id}/export?format=html`) };
}

async function verifyDocument({ service, url }: Demo): Promise<string> {
  const { progress, note, page } = context;
  const path = relative(ROOT, DOCUMENT);
  const started = performance.now();
  const receipt = await submitDocument(url, service.bootstrap.key, DOCUMENT);
  note(`\naccepted  ${path} through POST ${url}/v1/documents, to be followed at GET /v1/documents/${receipt.job_id}`);
  const { status, result } = await followDocument(receipt, progress.report);
  note(`verified  ${path} in ${secondsSince(started)} s`);
  return documentReport(path, status.source_context ?? '', result, page);
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

async function verify(service: Service, url: string, content: string): Promise<VerifyResponse> {
  const requestId = newId('req');
  const stop = followVerification(service.stores.events, requestId, context.progress.report);
  try {
    const answer = await fetch(`${url}/v1/verifications`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.bootstrap.key}`,
        'content-type': 'application/json',
        'x-request-id': requestId,
      },
      body: JSON.stringify({ content }),
    });
    const body: unknown = await answer.json();
    if (answer.status !== 201) throw new Error(`POST /v1/verifications: ${sentenceOf(answer.status, body)}`);
    return body as VerifyResponse;
  } finally {
    stop();
  }
}

async function get(service: Service, url: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${service.bootstrap.key}` } });
  if (answer.status !== 200) throw new Error(`the export answered ${answer.status}`);
  return await answer.text();
}
