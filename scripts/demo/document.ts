/**
 * Verifies a document as a client does: submits it, follows its job, and shows the outcome of each claim with its page.
 */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentJobResponse, DocumentJobStatus } from '#contracts/http/document.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { VERDICT_WORDS } from '#results/page/words.ts';
import { printableLine } from '../../apps/cli/printable.ts';
import { claimBlock } from '../../apps/cli/report/claim.ts';
import { sentenceOf } from '../../apps/cli/response-error.ts';
import type { Page } from '../../apps/cli/terminal.ts';
import type { Report } from '../../apps/control/progress.ts';

const LOOK_EVERY_MS = 500;
const VERDICT_WIDTH = 18;

/** Submits the file. `url`: base URL of the service. Throws if it is refused. */
export async function submitDocument(url: string, key: string, file: string): Promise<DocumentJobResponse> {
  const form = new FormData();
  form.append('file', await openAsBlob(file), basename(file));
  const headers = { authorization: `Bearer ${key}` };
  return (await call(`${url}/v1/documents`, { method: 'POST', headers, body: form })) as DocumentJobResponse;
}

/** Polls the job with its own token until it has ended. Throws if it has failed. */
export async function followDocument(
  { status_url, access_token }: DocumentJobResponse,
  report: Report,
): Promise<{ status: DocumentJobStatus; result: VerificationResult }> {
  const headers = { 'x-job-token': access_token };
  for (;;) {
    const status = (await call(status_url, { headers })) as DocumentJobStatus;
    report({ label: `document: ${status.stage}`, done: status.progress, total: 100 });
    if (status.result !== null) return { status, result: status.result };
    if (status.error_code !== null) throw new Error(`the document failed: ${status.error_code}`);
    await delay(LOOK_EVERY_MS);
  }
}

/** One line per claim, with its page, and in full the first claim that a source contradicts. */
export function documentReport(title: string, about: string, result: VerificationResult, page: Page): string {
  const heading = `${page.paint('strong', title)}  ${page.paint('muted', printableLine(about))}`;
  const contradicted = result.claims.findIndex(({ verdict }) => verdict === 'contradicted');
  const lines = [page.block(heading), '', ...result.claims.map((claim, index) => lineOf(claim, index + 1, page))];
  if (contradicted !== -1) {
    const claim = result.claims[contradicted]!;
    lines.push('', page.block(`On page ${claim.location.page}:`), claimBlock(claim, contradicted + 1, page));
  }
  return `${lines.join('\n')}\n`;
}

function lineOf({ location, verdict, normalized_claim }: ClaimRecord, number: number, page: Page): string {
  const { sign, label } = VERDICT_WORDS[verdict];
  const place = `page ${location.page}  `;
  const found = `${sign}${number} ${label}`.padEnd(VERDICT_WIDTH);
  const block = page.block(printableLine(normalized_claim), place + found);
  return page.paint('muted', place) + page.paint(verdict, found) + block.slice(place.length + found.length);
}

async function call(url: string, options: RequestInit): Promise<unknown> {
  const answer = await fetch(url, options);
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${sentenceOf(answer.status, body)}`);
  return body;
}
